import type { Found } from '@pathlight/contracts/bible.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { read } from '../../api/request.ts'
import type { Language } from '../../locales/words.ts'
import { findPath, type SearchAsked } from './search-asked.ts'

/** The versions whose texts come first where the person has none open: in Korean the Korean one. */
export const preferredIn = (language: Language): readonly string[] => (language === 'ko' ? ['KRV'] : [])

/** What a search finds, in pages as the server gives them. Texts hardly ever change while a page is open. */
export const searchQuery = (asked: SearchAsked, prefer: readonly string[]) =>
  infiniteQueryOptions({
    queryKey: ['bible', 'search', findPath(asked, prefer)],
    queryFn: ({ pageParam, signal }) => read<Found>(findPath({ ...asked, after: pageParam }, prefer), signal),
    initialPageParam: asked.after,
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30 * 60_000,
  })
