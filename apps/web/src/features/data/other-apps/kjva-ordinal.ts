import { BOOKS } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'

/**
 * AndBible stores a verse as a number: its ordinal in JSword's versification KJVA. Ordinal 0 introduces the Bible, and
 * 1 the Old Testament. Each book has an introduction, and each chapter begins with a verse 0. The deuterocanonical
 * books follow Malachi; then comes the New Testament's introduction. The source is AndBible/jsword,
 * src/main/java/org/crosswire/jsword/versification/Versification.java and system/SystemKJVA.java.
 */
const BEFORE_GENESIS = 2
/** The number of ordinals of the 14 deuterocanonical books, with their introductions and verses 0. */
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

/** The last chapter that begins at or before an ordinal. */
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
 * The verse id of a KJVA ordinal, in the standard numbering. Verse 0 of a chapter becomes its first verse. Null for an
 * introduction, for a deuterocanonical book, and for an invalid ordinal.
 */
export const verseOfOrdinal = (ordinal: number): number | null => {
  const containing = Number.isSafeInteger(ordinal) ? chapterBefore(ordinal) : null
  if (containing === null || ordinal > containing.start + containing.verses) return null
  return verseId(containing.book, containing.chapter, Math.max(1, ordinal - containing.start))
}
