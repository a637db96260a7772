import type { Found } from '@pathlight/contracts/bible-search.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { keptColumns } from '../../bible/kept-columns.ts'
import { readOrKept } from '../../bible/kept-texts/read-or-kept.ts'
import type { Language } from '../../locales/words.ts'
import { findPath, type SearchAsked } from './search-asked.ts'

/** The versions whose texts come first if none is open in the reader: in Korean the Korean one. */
export const preferredIn = (language: Language): readonly string[] => (language === 'ko' ? ['KRV'] : [])

/** The versions whose texts come first on this device: those open in the reader. */
export const preferredHere = (language: Language): readonly string[] => [
  ...new Set([...(keptColumns() ?? []).map(({ version }) => version), ...preferredIn(language)]),
]

/** The server's results; or, while it is away, those in the versions on this device, whose codes are in `offline`. */
export type FoundHere = Found & { readonly offline?: readonly string[] }

/** How long offline results stay fresh, in milliseconds: long enough to render the page. */
const OFFLINE_MS = 2_000

/** The results of a search, page by page. Texts hardly ever change while a page is open. */
export const searchQuery = (asked: SearchAsked, prefer: readonly string[]) =>
  infiniteQueryOptions({
    queryKey: ['bible', 'search', findPath(asked, prefer)],
    queryFn: ({ pageParam, signal }) => readOrKept<FoundHere>(findPath({ ...asked, after: pageParam }, prefer), signal),
    initialPageParam: asked.after,
    getNextPageParam: ({ next }) => next,
    // Offline results are fetched again when the server may be back.
    staleTime: ({ state }) =>
      state.data?.pages.some(({ offline }) => offline) ? OFFLINE_MS : Number.POSITIVE_INFINITY,
    gcTime: 30 * 60_000,
  })
