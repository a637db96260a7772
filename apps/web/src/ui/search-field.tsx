import type { ComponentProps } from 'react'
import { Search } from './icons.ts'

/** The longest that can be searched for (the server's limit), in UTF-16 units. */
const LONGEST = 200

/** A box for what is searched in the Bible, which a slash leads to. Within a form. */
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

/** Leads to the box that can be seen: that of the page, else that of the bar. False where there is none. */
export const focusSearchField = (): boolean => {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[name=query]')]
  const box = boxes.findLast((one) => one.checkVisibility())
  box?.focus()
  box?.select()
  return box !== undefined
}
