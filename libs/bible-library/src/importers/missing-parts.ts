import type { OddPlace } from '@pathlight/contracts/odd-places.ts'
import { BOOKS, bookByIndex } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import { lastVerses } from '@pathlight/scripture/versification.ts'
import { versificationOf } from '../last-verses.ts'
import type { SourceLine } from './import-refused.ts'
import type { Received } from './scripture-receiver.ts'

/** In some editions Mark 16 ends at verse 8, because the oldest manuscripts lack the later verses. */
const MARK_16 = { book: 41, chapter: 16, end: 8 }
/** How many fewer verses a chapter may have in one complete edition than in another (Romans 16, 3 John). */
const EDITIONS_DIFFER_BY = 3

type Missing = { readonly odd: Pick<OddPlace, 'kind' | 'params'>; readonly place: SourceLine | null }

/** Books and chapters that end early, and chapters that are missing before a later one, in the text's numbering. */
export const whatIsMissing = ({ lastVerses: versesRead, placeOf }: Received): Missing[] => {
  const versification = versificationOf(versesRead)
  const missing: Missing[] = []
  for (const [index, chapters] of versesRead) {
    const book = bookByIndex(index)
    if (!book) continue
    const expected = lastVerses(versification, book)
    const last = Math.max(...chapters.keys())
    const count = chapterCount(book)
    // In the Hebrew numbering Malachi has three chapters. The third contains the fourth.
    const wanted = Math.min(count, expected.length)
    const endOf = (chapter: number) => placeOf(verseId(index, chapter, chapters.get(chapter) ?? 0))
    const add = (kind: OddPlace['kind'], params: OddPlace['params'], place: SourceLine | null) =>
      missing.push({ odd: { kind, params: { book: book.name.en, ...params } }, place })
    if (last < wanted) add('book_ends_early', { chapter: last, of: count }, endOf(last))
    for (let chapter = 1; chapter <= last; chapter++) {
      const ends = chapters.get(chapter)
      if (ends === undefined) {
        const before = endOf(chapter - 1) ?? endOf(last)
        const first = chapter
        while (!chapters.has(chapter + 1)) chapter += 1
        if (first === chapter) add('chapter_missing', { chapter }, before)
        else add('chapter_range_missing', { chapter: first, through: chapter }, before)
        continue
      }
      const full = expected[chapter - 1] ?? 0
      const isMark16 = index === MARK_16.book && chapter === MARK_16.chapter
      if (ends < (isMark16 ? MARK_16.end : full - EDITIONS_DIFFER_BY))
        add('chapter_ends_early', { chapter, verse: ends, of: full }, endOf(chapter))
    }
  }
  return missing
}

/**
 * The missing books of each testament, if the text has most books of that testament. A New Testament does not lack
 * Genesis.
 */
export const missingBooks = ({ lastVerses: versesRead }: Received): string[] =>
  (['old', 'new'] as const).flatMap((testament) => {
    const books = BOOKS.filter((book) => book.testament === testament)
    const lacking = books.filter(({ index }) => !versesRead.has(index))
    return lacking.length < books.length / 2 ? lacking.map(({ name }) => name.en) : []
  })
