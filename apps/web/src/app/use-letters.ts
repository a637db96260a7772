import { useEffect, useLayoutEffect } from 'react'
import { fetchLetters, takeLetters } from '../look/letters.ts'

/** How long after a page has come its letters are fetched, in milliseconds: whatever it needs to work goes first. */
const AFTER_MS = 1000

/** Sets each page (`page` names it) in the letters that are there when it begins, and fetches what it lacks for the next. */
export const useLetters = (page: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page
  useLayoutEffect(takeLetters, [page])
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
