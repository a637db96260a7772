import type { Passage } from '@pathlight/scripture/chapters.ts'
import type { ChapterPart } from './chapter-page.ts'

/**
 * A request for a person's items on a chapter. `version`: the version whose numbering the chapter follows; null: each
 * item's own version.
 */
export type AskedChapter = {
  readonly userId: string
  readonly passage: Passage
  readonly version: string | null
  readonly part: ChapterPart
}

/** Reads a person's items of a kind on a chapter, in the kind's order, until the part is full. */
export type OverlayKind<Item> = (asked: AskedChapter) => Promise<Item[]>
