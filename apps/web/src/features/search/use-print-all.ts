import type { Found } from '@pathlight/contracts/bible-search.ts'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * No further results are fetched for a print once this number of verses has loaded. So many verses fill more than a
 * hundred sheets of paper.
 */
export const PRINTED_MAX = 1_000

type Pages = { readonly pages: readonly Found[] }
type FetchResult = { readonly data: Pages | undefined; readonly isError: boolean }

export const countHits = (pages: readonly Found[]): number => pages.reduce((sum, { hits }) => sum + hits.length, 0)

/**
 * Prints the results of a search. First fetches further results until PRINTED_MAX have loaded. If that fails, nothing
 * is printed, and the search reports the error. Nothing is printed once the person has left the page.
 */
export const usePrintAll = (
  fetchNextPage: () => Promise<FetchResult>,
): { isFetchingAll: boolean; printAll: (from: Pages) => Promise<void> } => {
  const [isFetchingAll, setFetchingAll] = useState(false)
  const hasLeft = useRef(false)
  useEffect(() => {
    hasLeft.current = false
    return () => {
      hasLeft.current = true
    }
  }, [])
  const printAll = async ({ pages }: Pages) => {
    setFetchingAll(true)
    let all: Pages | null = { pages }
    while (all?.pages.at(-1)?.next && countHits(all.pages) < PRINTED_MAX) {
      const { data, isError } = await fetchNextPage()
      if (hasLeft.current) return
      all = isError || !data ? null : data
    }
    // The last results must be on the page before it is printed.
    flushSync(() => setFetchingAll(false))
    if (all) print()
  }
  return { isFetchingAll, printAll }
}
