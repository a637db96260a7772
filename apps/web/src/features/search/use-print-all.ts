import type { Found } from '@pathlight/contracts/bible-search.ts'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** A print fetches no further results once this many have loaded, to save paper. */
export const PRINTED_MAX = 1_000

type Pages = { readonly pages: readonly Found[] }
type FetchResult = { readonly data: Pages | undefined; readonly isError: boolean }

export const countHits = (pages: readonly Found[]): number => pages.reduce((sum, { hits }) => sum + hits.length, 0)

/**
 * Prints the results of a search. First fetches further results, until all of them or PRINTED_MAX have loaded. If a
 * request fails, nothing is printed, and the search page shows the error. Nothing is printed either if the person
 * leaves the page meanwhile.
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
