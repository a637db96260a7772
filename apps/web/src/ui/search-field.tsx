import type { ComponentProps } from 'react'
import { Search } from './icons.ts'

/** The longest query that the server takes, in UTF-16 units. */
const LONGEST = 200

type Props = ComponentProps<'input'> & {
  /** The label and placeholder of the field. */
  readonly label: string
  /** Classes of the element around the input. `className` is set on the input. */
  readonly place?: string
}

export const SearchInput = ({ label, place = '', className = '', ...input }: Props) => (
  <span className={`relative flex items-center ${place}`}>
    <Search size={17} strokeWidth={1.8} className="pointer-events-none absolute left-4 text-muted" aria-hidden />
    <input
      type="search"
      placeholder={label}
      aria-label={label}
      {...input}
      className={`field pr-3 pl-10.5 ${className}`}
    />
  </span>
)

/** The field of the Bible search, for use in a form. The slash key focuses it. */
export const SearchField = (props: Props) => (
  <SearchInput
    place="min-w-0 grow basis-[8rem]"
    name="query"
    aria-keyshortcuts="/"
    autoComplete="off"
    autoCapitalize="off"
    enterKeyHint="search"
    maxLength={LONGEST}
    {...props}
  />
)

/**
 * Focuses the visible Bible search field: the page's own, otherwise the navigation bar's. Returns false if there is
 * none.
 */
export const focusSearchField = (): boolean => {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[name=query]')]
  const box = boxes.findLast((one) => one.checkVisibility())
  box?.focus()
  box?.select()
  return box !== undefined
}
