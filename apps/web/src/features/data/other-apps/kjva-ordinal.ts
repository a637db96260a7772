import { BOOKS } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'

/**
 * AndBible keeps a verse as one number: its place in the versification KJVA of JSword. That counts an introduction to the Bible (0) and
 * to the Old Testament (1), then for each book an introduction and its chapters, each of which begins with a verse 0. The
 * deuterocanonical books stand behind Malachi; an introduction to the New Testament follows them. Source: AndBible/jsword,
 * src/main/java/org/crosswire/jsword/versification/Versification.java and system/SystemKJVA.java.
 */
const BEFORE_GENESIS = 2
/** The places of the 14 deuterocanonical books of that file: their introductions, and their chapters with a verse 0 each. */
const DEUTEROCANONICAL = 5_913

type Chapter = { readonly start: number; readonly verses: number; readonly book: number; readonly chapter: number }

const chapters: readonly Chapter[] = (() => {
  const all: Chapter[] = []
  let at = BEFORE_GENESIS
  for (const book of BOOKS) {
    if (book.usfm === 'MAT') at += DEUTEROCANONICAL + 1
    at += 1
    for (let chapter = 1; chapter <= chapterCount(book); chapter++) {
      const verses = verseCount(book, chapter)
      all.push({ start: at, verses, book: book.index, chapter })
      at += verses + 1
    }
  }
  return all
})()

/** The last chapter that begins at this place or before it. */
const chapterBefore = (ordinal: number): Chapter | null => {
  let [low, high] = [0, chapters.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((chapters[middle]?.start ?? 0) <= ordinal) low = middle + 1
    else high = middle
  }
  return chapters[low - 1] ?? null
}

/**
 * The id of the verse at a place of KJVA, in the standard numbering. The verse 0 of a chapter is taken as its first verse. Null: an
 * introduction, a deuterocanonical book, or no place at all.
 */
export const verseOfOrdinal = (ordinal: number): number | null => {
  const found = Number.isSafeInteger(ordinal) ? chapterBefore(ordinal) : null
  if (found === null || ordinal > found.start + found.verses) return null
  return verseId(found.book, found.chapter, Math.max(1, ordinal - found.start))
}
