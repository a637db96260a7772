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
 * What one kind of item (notes, say) puts on a chapter: a person's, in the order of the chapter, as many as an answer
 * may hold (readChapterPart). A kind offers one, and app.ts hands all of them to the overlay: no kind knows another.
 */
export type OverlayKind<Item> = (asked: AskedChapter) => Promise<Item[]>
