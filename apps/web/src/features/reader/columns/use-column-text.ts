import type { Chapter, Verse, Version } from '@pathlight/contracts/bible.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { nextChapter, previousChapter } from '@pathlight/scripture/chapters.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiProblem } from '../../../api/api-problem.ts'
import { chapterQuery } from '../../../bible/chapter-query.ts'
import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { versionsQuery } from '../../../bible/versions-query.ts'

/** The chapters around one; null at the ends of the Bible. */
export type Neighbours = { readonly previous: ChapterReference | null; readonly next: ChapterReference | null }

/** The chapters around this one: as the text says once it is here, before that as the canon has them. */
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

/** Always listed, whether they are here or not (specification section 1). */
const MAY_BE_ABSENT: ReadonlySet<string> = new Set(['KRV', 'ESV', 'NIV', 'NLT'])

/** The text was asked for, and has no such chapter. */
export const isNoSuchChapter = (error: Error): boolean =>
  error instanceof ApiProblem && error.code === 'unknown_chapter'

const NO_VERSES: readonly Verse[] = []

/** What a column shows: its text, or why there is none (yet). */
export type ColumnText = {
  readonly version: Version | undefined
  /** The version is known and not here. */
  readonly absent: boolean
  readonly chapter: Chapter | undefined
  /** The chapter's verses; always the same empty list while there are none. */
  readonly verses: readonly Verse[]
  readonly around: Neighbours
  readonly error: Error | null
  readonly retry: () => void
}

/** The text of a place. A place that is the same object asks for nothing anew. */
export const useColumnText = (place: ChapterReference): ColumnText => {
  const { data: known, isError: failed } = useQuery(versionsQuery)
  const version = known?.versions.find(({ code }) => code === place.version)
  const absent = version !== undefined && !version.available
  // Where a version may not be here, its text is asked for after the list of versions. All others are asked for at
  // once.
  const enabled = MAY_BE_ABSENT.has(place.version) ? (version?.available ?? failed) : !absent
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
