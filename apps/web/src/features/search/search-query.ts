import type { Found } from '@pathlight/contracts/bible-search.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { keptColumns } from '../../bible/kept-columns.ts'
import { readOrKept } from '../../bible/kept-texts/read-or-kept.ts'
import type { Language } from '../../locales/words.ts'
import { findPath, type SearchAsked } from './search-asked.ts'

/** The versions whose texts come first where the person has none open: in Korean the Korean one. */
export const preferredIn = (language: Language): readonly string[] => (language === 'ko' ? ['KRV'] : [])

/** The versions whose texts come first on this device: those that are open in the reader. */
export const preferredHere = (language: Language): readonly string[] => [
  ...new Set([...(keptColumns() ?? []).map(({ version }) => version), ...preferredIn(language)]),
]

/** What the server found; or, while it is away, what was found on this device, in the versions of these codes. */
export type FoundHere = Found & { readonly offline?: readonly string[] }

/** So long what was found without the server is not asked for again, in milliseconds: from before the page is rendered until it is. */
const OFFLINE_MS = 2_000

/** What a search finds, in pages as the server gives them. Texts hardly ever change while a page is open. */
export const searchQuery = (asked: SearchAsked, prefer: readonly string[]) =>
  infiniteQueryOptions({
    queryKey: ['bible', 'search', findPath(asked, prefer)],
    queryFn: ({ pageParam, signal }) => readOrKept<FoundHere>(findPath({ ...asked, after: pageParam }, prefer), signal),
    initialPageParam: asked.after,
    getNextPageParam: ({ next }) => next,
    // What was found without the server is asked for again when it may be back.
    staleTime: ({ state }) =>
      state.data?.pages.some(({ offline }) => offline) ? OFFLINE_MS : Number.POSITIVE_INFINITY,
    gcTime: 30 * 60_000,
  })
