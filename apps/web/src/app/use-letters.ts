import { useEffect, useLayoutEffect } from 'react'

/**
 * The wait after a page has loaded before its fonts are fetched, in milliseconds. The files that the page needs to work
 * come first.
 */
const DELAY_MS = 1000

/** The code that fetches fonts. Null until it has loaded; before that no font is fetched. */
let letters: typeof import('../look/letters.ts') | null = null
const fetchLetters = async (): Promise<void> => {
  letters = await import('../look/letters.ts')
  await letters.fetchLetters()
}

/**
 * Shows each page in the fonts that have loaded when the page begins, and fetches missing fonts for the next page.
 * `page` names the page.
 */
export const useLetters = (page: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each page
  useLayoutEffect(() => letters?.takeLetters(), [page])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each page
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      // If the network fails, the page keeps the fonts that it has.
      timer = setTimeout(() => fetchLetters().catch(() => undefined), DELAY_MS)
    }
    if (document.readyState === 'complete') begin()
    else window.addEventListener('load', begin, { once: true })
    return () => {
      window.removeEventListener('load', begin)
      clearTimeout(timer)
    }
  }, [page])
}
