import type { OverlaySermon } from '@pathlight/contracts/sermons.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import type { Passage } from '@pathlight/scripture/chapters.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import { correspondingVerses } from '@pathlight/scripture/versification.ts'
import { readChapterPart } from '../chapter-page.ts'
import type { OverlayKind } from '../overlay-kind.ts'
import { chaptersToRead, type Numbering } from '../place-on-verses.ts'
import {
  LONGEST_OUTLINE,
  LONGEST_SERMON,
  type SermonDocument,
  type SermonOutlineDocument,
  sermonOutlines,
  sermons,
} from './projection.ts'
import { inOrder } from './read-sermons.ts'

/** The condition for sermons that may be on any of the given chapters. */
const touching = (userId: string, { book }: Passage, chapters: readonly number[]) => ({
  user_id: userId,
  book_index: book.index,
  start_chapter: { lte: Math.max(...chapters) },
  end_chapter: { gte: Math.min(...chapters) },
})

/** A verse number greater than that of any verse in a chapter. */
const LAST_OF_CHAPTER = 999

/**
 * The sermon with its verses on the chapter, in the numbering of `version` (null: the sermon's own version); [] if no
 * verse of the sermon is on the chapter.
 */
const onChapter = (
  numbering: Numbering,
  version: string | null,
  { book, chapter }: Passage,
  sermon: SermonOutlineDocument,
): OverlaySermon[] => {
  const written = numbering.of(sermon.version)
  const shown = version === null ? written : numbering.of(version)
  const moved = (id: number) => (written === shown ? [] : correspondingVerses(id, written, shown))
  const { start_verse_id: start, end_verse_id: end } = sermon
  const shown_from = Math.max(moved(start).at(0) ?? start, verseId(book.index, chapter, 1))
  const shown_to = Math.min(moved(end).at(-1) ?? end, verseId(book.index, chapter, LAST_OF_CHAPTER))
  return shown_from <= shown_to ? [{ ...sermon, shown_from, shown_to }] : []
}

/** The person's sermons on any verse of a chapter, without their content. */
export const sermonsOnChapter = (readModels: ReadModelStore, numbering: Numbering): OverlayKind<OverlaySermon> => {
  const documents = readModels.collection(sermonOutlines)
  return async ({ userId, passage, version, part }) => {
    const chapters = version === null ? [passage.chapter] : chaptersToRead(numbering, version, passage)
    const found = await readChapterPart(documents, touching(userId, passage, chapters), part, LONGEST_OUTLINE)
    return found
      .flatMap((sermon) => onChapter(numbering, version, passage, sermon))
      .toSorted((a, b) => a.shown_from - b.shown_from || a.created_at.localeCompare(b.created_at))
  }
}

/**
 * The person's sermons on a chapter by the numbering of their own versions, with content, for the specification's call.
 */
export const wholeOnChapter = (readModels: ReadModelStore): OverlayKind<SermonDocument> => {
  const documents = readModels.collection(sermons)
  return async ({ userId, passage, part }) => {
    const on = touching(userId, passage, [passage.chapter])
    return (await readChapterPart(documents, on, part, LONGEST_SERMON)).toSorted(inOrder)
  }
}
