import { useState } from 'react'

/**
 * The page of a text that is shown in `pages` pages, from 0, and a function that turns to another. When the number of
 * pages changes, because the letters are larger or the device was turned, the page has the same place in the text.
 */
export const usePage = (pages: number): readonly [page: number, turnTo: (page: number) => void] => {
  const [{ page, of }, setTurned] = useState({ page: 0, of: 1 })
  return [Math.floor((page * pages) / of), (next) => setTurned({ page: next, of: pages })]
}
