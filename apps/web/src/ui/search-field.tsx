import type { ComponentProps } from 'react'
import { Search } from './icons.ts'

/** The longest query that the server takes, in UTF-16 units. */
const LONGEST = 200

type Props = ComponentProps<'input'> & {
  /** The name of the box, and its placeholder. */
  readonly label: string
  /** Classes for the whole, where `className` is for the input. */
  readonly place?: string
}

/** A search box. */
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

/** The box of the Bible search, for use in a form. The slash key focuses it. */
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

/** Focuses the visible search box: the page's own, else the one in the navigation bar. False if there is none. */
export const focusSearchField = (): boolean => {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[name=query]')]
  const box = boxes.findLast((one) => one.checkVisibility())
  box?.focus()
  box?.select()
  return box !== undefined
}
