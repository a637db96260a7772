import { useEffect, useLayoutEffect } from 'react'

/** How long after a page has come its letters are fetched, in milliseconds: whatever it needs to work goes first. */
const AFTER_MS = 1000

/** Fetched when the first letters are: before that there are none to take. */
let letters: typeof import('../look/letters.ts') | null = null
const fetchLetters = async (): Promise<void> => {
  letters = await import('../look/letters.ts')
  await letters.fetchLetters()
}

/** Shows each page (`page` names it) in the letters that are there when it begins. Fetches the others for the next. */
export const useLetters = (page: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page
  useLayoutEffect(() => letters?.takeLetters(), [page])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      timer = setTimeout(fetchLetters, AFTER_MS)
    }
    if (document.readyState === 'complete') begin()
    else window.addEventListener('load', begin, { once: true })
    return () => {
      window.removeEventListener('load', begin)
      clearTimeout(timer)
    }
  }, [page])
}
