import { findBook } from '@pathlight/scripture/books.ts'
import type { Reference } from '@pathlight/scripture/format-reference.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import { fromStandard, lastVerses, toStandard, type Versification } from '@pathlight/scripture/versification.ts'

/** The first and last verse id of a passage, both included, in the numbering of a text. */
export type PassageRange = { readonly from: number; readonly through: number }

/** How many verses a passage has in the standard numbering; 0 for an unknown book. */
export const versesIn = ({ book, chapter, verse, endChapter, endVerse }: Reference): number => {
  const entry = findBook(book)
  if (entry === null) return 0
  let verses = (endVerse ?? verseCount(entry, endChapter)) - (verse ?? 1) + 1
  for (let at = chapter; at < endChapter; at++) verses += verseCount(entry, at)
  return verses
}

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
  for (let id = last; id >= first && id % 1000 > 0; id--) extendTo(id)
  if (!whole) return { from, through }
  // A whole chapter includes its title, and verses that the standard omits (3 John 15). It includes no verse of another
  // chapter: in the Hebrew numbering, Malachi 3 also contains chapter 4 of the standard numbering.
  const isWithin = (id: number) =>
    toStandard(versification, id).every((at) => chapterOf(at) >= chapter && chapterOf(at) <= endChapter)
  let start = from
  while (start % 1000 > 0 && isWithin(start - 1)) start--
  const chapterEnd = lastVerses(versification, book)[chapterOf(through) - 1] ?? 0
  while (through % 1000 < chapterEnd && isWithin(through + 1)) through++
  return { from: start, through: through % 1000 < chapterEnd ? through : through - (through % 1000) + 999 }
}

const chapterOf = (id: number): number => Math.floor(id / 1000) % 1000
