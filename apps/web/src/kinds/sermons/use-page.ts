import { useState } from 'react'

/**
 * The present page of a text in `pages` pages, from 0, and a function that sets it. When the number of pages changes,
 * for example with the size of the letters, the page number changes in proportion.
 */
export const usePage = (pages: number): readonly [page: number, turnTo: (page: number) => void] => {
  const [{ page, of }, setTurned] = useState({ page: 0, of: 1 })
  return [Math.floor((page * pages) / of), (next) => setTurned({ page: next, of: pages })]
}
