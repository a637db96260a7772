import type { User } from '@pathlight/contracts/accounts.ts'
import type { FoundWriting } from '@pathlight/contracts/writing.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { MINE } from '../../api/query-client.ts'
import { readSeen } from '../../api/read-seen.ts'
import { readServed } from '../../api/request.ts'
import { useSettled } from '../../ui/use-settled.ts'

/** The number of results on the first page and on each later page. */
const FIRST_PAGE = 50
const PAGE = 200
/** The pause after the last letter before the server is asked, in milliseconds. */
const PAUSE_MS = 120
/**
 * The results contain the person's words, so the cache drops them this long after they were last shown, in
 * milliseconds.
 */
const KEPT_MS = 60_000

/**
 * Asks the server for one result before a search, so that the server reads the person's writing while the person types.
 */
export const announceSearch = (): void => void readServed('/api/writing?limit=1').catch(() => undefined)

/** The person's items that match a search, newest first. `asked`: the parameters of the search (/api/writing). */
export const useWritingSearch = (user: User, asked: Readonly<Record<string, string>>) => {
  const wanted = new URLSearchParams(asked).toString()
  const settled = useSettled(wanted, PAUSE_MS)
  const found = useInfiniteQuery({
    queryKey: [MINE, user.id, 'writing', settled],
    queryFn: ({ pageParam, signal }) => readSeen<readonly FoundWriting[]>(user.id, pageParam, signal),
    initialPageParam: `/api/writing?limit=${FIRST_PAGE}&${settled}`,
    getNextPageParam: ({ next }) => next?.replace(/\blimit=\d+/, `limit=${PAGE}`),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: KEPT_MS,
    refetchOnWindowFocus: false,
  })
  const { data, hasNextPage, isFetching, isError, isFetchNextPageError, isPlaceholderData, fetchNextPage } = found
  // If the server goes away between two pages, the device's answer may repeat items of the server's pages.
  const items = useMemo(() => {
    const all = data?.pages.flatMap(({ value }) => value)
    return all && [...new Map(all.map((item) => [`${item.kind} ${item.id}`, item])).values()]
  }, [data])
  // A page may have few results, so further pages are fetched until there are FIRST_PAGE results.
  const goesOn = hasNextPage && !isError && !isPlaceholderData && (items?.length ?? 0) < FIRST_PAGE
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage()
  }, [goesOn, isFetching, fetchNextPage])
  const isSearching = settled !== wanted || isFetching || goesOn
  return {
    /** Undefined until the first page arrives. */
    items,
    isSearching,
    /** The server is away, and some or all items come from this device. */
    isHere: data?.pages.some(({ here }) => here) ?? false,
    error: found.error,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : found.refetch()),
    more: hasNextPage && !isSearching ? () => void fetchNextPage() : null,
  }
}
