import { useEffect, useLayoutEffect } from 'react'

/**
 * The letters are fetched this long after a page has loaded, in milliseconds: first comes what the page needs to work.
 */
const DELAY_MS = 1000

/** Null until the first letters are fetched: before that there are none to use. */
let letters: typeof import('../look/letters.ts') | null = null
const fetchLetters = async (): Promise<void> => {
  letters = await import('../look/letters.ts')
  await letters.fetchLetters()
}

/**
 * Shows each page (`page` names it) in the letters that have loaded when it begins, and fetches the missing ones for
 * the next page.
 */
export const useLetters = (page: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page
  useLayoutEffect(() => letters?.takeLetters(), [page])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      // If the network fails, the page keeps the letters that it has.
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
