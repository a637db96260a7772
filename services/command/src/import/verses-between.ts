import { nextChapter } from '@pathlight/scripture/chapters.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import { parseVerseId, verseId } from '@pathlight/scripture/verse-id.ts'

/** The most verses that a row of a table, or a passage of another app, can highlight. */
export const MOST_VERSES = 60

export const TOO_MANY_VERSES = {
  code: 'import_too_many_verses',
  why: `More than ${MOST_VERSES} verses cannot be highlighted at once.`,
  params: { max: MOST_VERSES },
}
export const textNotHere = (version: string) => ({
  code: 'import_text_not_here',
  why: 'The text of this version is not here, so its words cannot be highlighted.',
  params: { version: version.slice(0, 20) },
})

/**
 * The ids of the verses of a passage in the standard numbering, across chapters and books. Returns at most one verse
 * more than MOST_VERSES, which shows that there are too many.
 */
export const versesBetween = (first: number, last: number): readonly number[] => {
  const verses: number[] = []
  for (let at = parseVerseId(first); at !== null && verses.length <= MOST_VERSES; ) {
    const id = verseId(at.book.index, at.chapter, at.verse)
    if (id > last) break
    verses.push(id)
    const chapter = at.verse < verseCount(at.book, at.chapter) ? at : nextChapter(at)
    at = chapter && { ...chapter, verse: chapter === at ? at.verse + 1 : 1 }
  }
  return verses
}

/**
 * The last verse of a passage, or of its first chapter if the passage goes further. A note on the passage ends there.
 */
export const endInChapter = (first: number, last: number): number => {
  const at = parseVerseId(first)
  if (at === null || Math.floor(first / 1000) === Math.floor(last / 1000)) return last
  return verseId(at.book.index, at.chapter, verseCount(at.book, at.chapter))
}
