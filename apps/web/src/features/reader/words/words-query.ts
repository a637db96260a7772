import type { Found } from '@pathlight/contracts/bible-search.ts'
import type { ChapterWords, LexiconEntry } from '@pathlight/contracts/words.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiProblem } from '../../../api/api-problem.ts'
import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { readOrKept } from '../../../bible/kept-texts/read-or-kept.ts'

/** The options of all queries about words. Words hardly ever change while the page is open. */
const KEPT = { staleTime: Number.POSITIVE_INFINITY, gcTime: 30 * 60_000 }

/** The answer at `path`, or null if the server answers 404. */
const readOrNull = <T>(path: string, signal: AbortSignal): Promise<T | null> =>
  readOrKept<T>(path, signal).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  })

/**
 * The query for the words of the original beneath a chapter: its text's own words, otherwise another text's. Null if no
 * installed text has any.
 */
export const wordsQuery = ({ version, book, chapter }: ChapterReference) =>
  queryOptions({
    ...KEPT,
    queryKey: ['bible', 'words', version, book, chapter],
    queryFn: ({ signal }) =>
      readOrNull<ChapterWords>(
        `/api/bible/words?${new URLSearchParams({ version, book, chapter: String(chapter), borrow: 'true' })}`,
        signal,
      ),
  })

/**
 * The query for the lexicon's entry of a Strong's number, with the number of occurrences in a text. Null if there is no
 * entry.
 */
export const lexiconQuery = (strongs: string, version: string) =>
  queryOptions({
    ...KEPT,
    queryKey: ['bible', 'lexicon', strongs, version],
    queryFn: ({ signal }) =>
      readOrNull<LexiconEntry>(
        `/api/lexicon/${encodeURIComponent(strongs)}?${new URLSearchParams({ version })}`,
        signal,
      ),
  })

/** The most verses with the word that are shown. */
const SHOWN = 3

/**
 * The query for the first verses with a word, in the order of the Bible, and their number in each book. `query` is
 * strong:G25 or lemma:ἀγαπάω.
 */
export const placesQuery = (query: string, version: string) =>
  queryOptions({
    ...KEPT,
    queryKey: ['bible', 'places', query, version],
    queryFn: ({ signal }) =>
      readOrKept<Found>(
        `/api/bible/find?${new URLSearchParams({ query, version, order: 'book', limit: String(SHOWN) })}`,
        signal,
      ),
  })
