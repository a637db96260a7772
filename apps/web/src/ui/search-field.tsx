import type { ComponentProps } from 'react'
import { Search } from './icons.ts'

/** The longest query that the server takes, in UTF-16 units. */
const LONGEST = 200

/** The box of the Bible search, for use in a form. The slash key focuses it. */
export const SearchField = ({ label, className = '', ...input }: ComponentProps<'input'> & { label: string }) => (
  <span className="relative flex min-w-0 grow basis-[8rem] items-center">
    <Search size={17} strokeWidth={1.8} className="pointer-events-none absolute left-3 text-muted" aria-hidden />
    <input
      {...input}
      type="search"
      name="query"
      placeholder={label}
      aria-label={label}
      aria-keyshortcuts="/"
      autoComplete="off"
      autoCapitalize="off"
      enterKeyHint="search"
      maxLength={LONGEST}
      className={`field pr-2 pl-9.5 ${className}`}
    />
  </span>
)

/** Focuses the visible search box: the page's own, else the one in the navigation bar. False if there is none. */
export const focusSearchField = (): boolean => {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[name=query]')]
  const box = boxes.findLast((one) => one.checkVisibility())
  box?.focus()
  box?.select()
  return box !== undefined
}
