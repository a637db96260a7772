import type { Chapter, Verse, Version } from '@pathlight/contracts/bible.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { nextChapter, previousChapter } from '@pathlight/scripture/chapters.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiProblem } from '../../../api/api-problem.ts'
import { chapterQuery } from '../../../bible/chapter-query.ts'
import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { versionsQuery } from '../../../bible/versions-query.ts'

/** The chapters before and after a chapter. Null if there is none. */
export type Neighbours = { readonly previous: ChapterReference | null; readonly next: ChapterReference | null }

/** The previous and next chapter: as the text says, or by the canon until the text has loaded. */
const neighbours = (column: ChapterReference, chapter: Chapter | undefined): Neighbours => {
  const { version } = column
  const book = findBook(column.book)
  const inCanon = (way: typeof nextChapter) => {
    const passage = book && way({ book, chapter: column.chapter })
    return passage ? { book: passage.book.name.en, chapter: passage.chapter } : null
  }
  const previous = chapter ? chapter.previous : inCanon(previousChapter)
  const next = chapter ? chapter.next : inCanon(nextChapter)
  return { previous: previous && { version, ...previous }, next: next && { version, ...next } }
}

/** The server always lists these versions, even if they are not installed (specification section 1). */
const MAY_BE_ABSENT: ReadonlySet<string> = new Set(['KRV', 'ESV', 'NIV', 'NLT'])

export const isNoSuchChapter = (error: Error): boolean =>
  error instanceof ApiProblem && error.code === 'unknown_chapter'

const NO_VERSES: readonly Verse[] = []

/** A column's text, or the reason why there is none. */
export type ColumnText = {
  readonly version: Version | undefined
  /** Whether the version is known but not installed. */
  readonly absent: boolean
  readonly chapter: Chapter | undefined
  /** The chapter's verses. Without a chapter it is always the same empty array. */
  readonly verses: readonly Verse[]
  readonly around: Neighbours
  readonly error: Error | null
  readonly retry: () => void
}

/** Fetches the text of a chapter. `place` must be the same object until it changes. */
export const useColumnText = (place: ChapterReference): ColumnText => {
  const { data: list, isError: listFailed } = useQuery(versionsQuery)
  const version = list?.versions.find(({ code }) => code === place.version)
  const absent = version !== undefined && !version.available
  // The text of a version that may not be installed is fetched after the list of versions. Every other text is fetched
  // at once.
  const enabled = MAY_BE_ABSENT.has(place.version) ? (version?.available ?? listFailed) : !absent
  const { data, error, refetch } = useQuery({ ...chapterQuery(place), enabled })
  const chapter = absent ? undefined : data
  const around = useMemo(() => neighbours(place, chapter), [place, chapter])
  return {
    version,
    absent,
    chapter,
    verses: chapter?.verses ?? NO_VERSES,
    around,
    error,
    retry: () => void refetch(),
  }
}
