import type { OverlayHighlight } from '@pathlight/contracts/highlights.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { itemsOnChapter } from '../items-on-chapter.ts'
import { LONGEST } from '../list-page.ts'
import type { OverlayKind } from '../overlay-kind.ts'
import type { Numbering } from '../place-on-verses.ts'
import { highlights } from './projection.ts'

/** In the order of the chapter, and of the words of a verse. */
const inOrder = (a: OverlayHighlight, b: OverlayHighlight) =>
  (a.shown_at ?? a.verse_id) - (b.shown_at ?? b.verse_id) ||
  a.version.localeCompare(b.version) ||
  a.start_offset - b.start_offset

/** The person's highlights on a chapter, of every version; those of other numberings on the verse that has their words. */
export const highlightsOnChapter = (readModels: ReadModelStore, numbering: Numbering): OverlayKind<OverlayHighlight> =>
  itemsOnChapter(readModels.collection(highlights), numbering, LONGEST.highlight, inOrder)
