import type { Found } from '@pathlight/contracts/bible-search.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'

/** So many verses are printed at most: a hundred sheets and more. */
export const PRINTED_MAX = 1_000

type Pages = { readonly pages: readonly Found[] }
type Asked = { readonly data: Pages | undefined; readonly isError: boolean }

export const countHits = (pages: readonly Found[]): number => pages.reduce((sum, { hits }) => sum + hits.length, 0)

/** Prints what a search found, all of it up to PRINTED_MAX: the pages that are not here are fetched first. Where one does not come nothing is printed, and the search says so. */
export const usePrintAll = (
  fetchNextPage: () => Promise<Asked>,
): { isComing: boolean; printAll: (from: Pages) => Promise<void> } => {
  const [isComing, setComing] = useState(false)
  const printAll = async ({ pages }: Pages) => {
    setComing(true)
    let all: Pages | null = { pages }
    while (all?.pages.at(-1)?.next && countHits(all.pages) < PRINTED_MAX) {
      const { data, isError } = await fetchNextPage()
      all = isError || !data ? null : data
    }
    // What came last is on the page before it is printed.
    flushSync(() => setComing(false))
    if (all) print()
  }
  return { isComing, printAll }
}
