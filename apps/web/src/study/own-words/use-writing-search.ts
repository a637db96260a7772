import type { User } from '@pathlight/contracts/accounts.ts'
import type { FoundWriting } from '@pathlight/contracts/writing.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { MINE } from '../../api/query-client.ts'
import { readSeen } from '../../api/read-seen.ts'
import { readServed } from '../../api/request.ts'
import { useSettled } from '../../ui/use-settled.ts'

/** Found at first, and with each later page. */
const FIRST_PAGE = 50
const PAGE = 200
/** How long after the last typed letter the server is asked, in milliseconds. */
const PAUSE_MS = 120
/** It is the person's words: the tab forgets it so long after it stops showing it, in milliseconds. */
const KEPT_MS = 60_000

/** Says to the server that a search will come: what it must read of the person's writing for it, it reads while they type. */
export const announceSearch = (): void => void readServed('/api/writing?limit=1').catch(() => undefined)

/** All that this person wrote, newest first, or what of it `asked` says. */
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
  const { data, hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = found
  // Where the server goes away between two pages, the device answers with what they have in common.
  const items = useMemo(() => {
    const all = data?.pages.flatMap(({ value }) => value)
    return all && [...new Map(all.map((item) => [`${item.kind} ${item.id}`, item])).values()]
  }, [data])
  // A page may be short: as long as the screen is not full, the next one is asked for.
  const goesOn = hasNextPage && !isError && !isPlaceholderData && (items?.length ?? 0) < FIRST_PAGE
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage()
  }, [goesOn, isFetching, fetchNextPage])
  const isSearching = settled !== wanted || isFetching || goesOn
  return {
    /** Undefined while the first are coming. */
    items,
    isSearching,
    /** The server is away: it is what this device has. */
    isHere: data?.pages.some(({ here }) => here) ?? false,
    error: found.error,
    retry: () => void (data ? fetchNextPage() : found.refetch()),
    more: hasNextPage && !isSearching ? () => void fetchNextPage() : null,
  }
}
