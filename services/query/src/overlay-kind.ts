import type { Passage } from '@pathlight/scripture/chapters.ts'
import type { ChapterPart } from './chapter-page.ts'

/** What an overlay is asked for. `version`: the one in whose numbering the chapter is meant; null: each item's own. */
export type AskedChapter = {
  readonly userId: string
  readonly passage: Passage
  readonly version: string | null
  readonly part: ChapterPart
}

/**
 * What one kind of item (notes, say) puts on a chapter: a person's, in the order of the chapter, as many as an answer may
 * hold (readChapterPart). A slice offers one,
 * app.ts hands them to the overlay, and neither slice knows the other.
 */
export type OverlayKind<Item> = (asked: AskedChapter) => Promise<Item[]>
