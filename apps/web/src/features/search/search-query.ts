import type { Found } from '@pathlight/contracts/bible-search.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { keptColumns } from '../../bible/kept-columns.ts'
import { readOrKept } from '../../bible/kept-texts/read-or-kept.ts'
import type { Language } from '../../locales/words.ts'
import { findPath, type SearchAsked } from './search-asked.ts'

/** The versions whose texts come first in this language: the Korean version in Korean, none in English. */
export const preferredIn = (language: Language): readonly string[] => (language === 'ko' ? ['KRV'] : [])

/** The versions whose texts come first on this device: those that are open in the reader, then those of preferredIn. */
export const preferredHere = (language: Language): readonly string[] => [
  ...new Set([...(keptColumns() ?? []).map(({ version }) => version), ...preferredIn(language)]),
]

/** A page of results. `offline`: the codes of the versions on this device that gave them while the server was away. */
export type FoundHere = Found & { readonly offline?: readonly string[] }

/** For how many milliseconds this device's results count as fresh: long enough to render them without a new request. */
const OFFLINE_MS = 2_000

/** The query for the results of a search, page by page. */
export const searchQuery = (asked: SearchAsked, prefer: readonly string[]) =>
  infiniteQueryOptions({
    queryKey: ['bible', 'search', findPath(asked, prefer)],
    queryFn: ({ pageParam, signal }) => readOrKept<FoundHere>(findPath({ ...asked, after: pageParam }, prefer), signal),
    initialPageParam: asked.after,
    getNextPageParam: ({ next }) => next,
    // Results of this device soon become stale, so that the page asks the server again, which may be back.
    staleTime: ({ state }) =>
      state.data?.pages.some(({ offline }) => offline) ? OFFLINE_MS : Number.POSITIVE_INFINITY,
    gcTime: 30 * 60_000,
  })
