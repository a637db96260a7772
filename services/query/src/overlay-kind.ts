import type { Passage } from '@pathlight/scripture/chapters.ts'
import type { ChapterPart } from './chapter-page.ts'

/** A request for a person's items on a chapter. `version`: whose numbering the chapter follows; null: each item's own version. */
export type AskedChapter = {
  readonly userId: string
  readonly passage: Passage
  readonly version: string | null
  readonly part: ChapterPart
}

/** Reads a person's items of a kind on a chapter, in the kind's order: as many as an answer may hold (readChapterPart). */
export type OverlayKind<Item> = (asked: AskedChapter) => Promise<Item[]>
