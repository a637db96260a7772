import type { OverlayHighlight } from '@pathlight/contracts/highlights.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { readChapterPart } from '../chapter-page.ts'
import { LONGEST } from '../list-page.ts'
import type { OverlayKind } from '../overlay-kind.ts'
import { chaptersToRead, type Numbering, placeOnVerses } from '../place-on-verses.ts'
import { highlights } from './projection.ts'

/** In the order of the chapter, and of the words of a verse. */
const inOrder = (a: OverlayHighlight, b: OverlayHighlight) =>
  (a.shown_at ?? a.verse_id) - (b.shown_at ?? b.verse_id) ||
  a.version.localeCompare(b.version) ||
  a.start_offset - b.start_offset

/** The person's highlights on a chapter, of every version; those of other numberings on the verse that has their words. */
export const highlightsOnChapter = (
  readModels: ReadModelStore,
  numbering: Numbering,
): OverlayKind<OverlayHighlight> => {
  const documents = readModels.collection(highlights)
  return async ({ userId, passage, version, part }) => {
    const { book, chapter } = passage
    const on = (chapters: readonly number[]) =>
      readChapterPart(
        documents,
        { user_id: userId, book_index: book.index, chapter: { in: chapters } },
        part,
        LONGEST.highlight,
      )
    const found =
      version === null
        ? await on([chapter])
        : placeOnVerses(numbering, version, passage, await on(chaptersToRead(numbering, version, passage)))
    return found.toSorted(inOrder)
  }
}
