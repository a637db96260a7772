import { findBook } from '@pathlight/scripture/books.ts'
import type { Reference } from '@pathlight/scripture/format-reference.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import { fromStandard, type Versification } from '@pathlight/scripture/versification.ts'

/** The first and last verse id of a passage, both included, in the numbering of a text. */
export type PassageRange = { readonly from: number; readonly through: number }

/**
 * Maps a passage from the standard numbering to the numbering of a text; null when its book is none of the 66. A whole
 * chapter includes a psalm's title if the text numbers the title.
 */
export const passageRange = (reference: Reference, versification: Versification): PassageRange | null => {
  const book = findBook(reference.book)
  if (book === null) return null
  const { chapter, verse, endChapter, endVerse } = reference
  const whole = verse === null || endVerse === null
  const first = verseId(book.index, chapter, whole ? 1 : verse)
  const last = verseId(book.index, endChapter, whole ? verseCount(book, endChapter) : endVerse)
  const idsOf = (id: number) => {
    const ids = fromStandard(versification, id)
    return ids.length === 0 ? [id] : ids
  }
  const from = Math.min(...idsOf(first))
  // The last verse of the passage in the standard numbering need not come last in the text: some texts have the end of
  // Romans 16 after Romans 14. So `through` is the greatest id of the passage's verses in the text.
  let through = 0
  const extendTo = (id: number) => {
    for (const at of idsOf(id)) if (at > through) through = at
  }
  for (let at = chapter; at < endChapter; at++) extendTo(verseId(book.index, at, verseCount(book, at)))
  for (let id = last; id >= first && chapterOf(id) === endChapter; id--) extendTo(id)
  if (!whole) return { from, through }
  // A passage that reaches the beginning or end of its chapter includes titles, and verses that some editions add
  // (3 John 15).
  const beginsChapter = from % 1000 <= 3 && chapterOf(from) === chapter
  const endsChapter = chapterOf(through) === endChapter && through % 1000 >= last % 1000
  return {
    from: beginsChapter ? from - (from % 1000) : from,
    through: endsChapter ? through - (through % 1000) + 999 : through,
  }
}

const chapterOf = (id: number): number => Math.floor(id / 1000) % 1000
