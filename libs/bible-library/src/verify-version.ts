import type { Verse } from '@pathlight/contracts/bible.ts'
import { BOOKS, bookByIndex } from '@pathlight/scripture/books.ts'
import { parseVerseId, verseId } from '@pathlight/scripture/verse-id.ts'
import { lastVerses } from '@pathlight/scripture/versification.ts'
import type { InstalledVersion, Library } from './library.ts'

/**
 * The result of checking a version. `wrong`: faults of the library, each described for people. `odd`: irregularities
 * that may come from the edition.
 */
export type Verdict = {
  verses: number
  /** For each book: how many verse numbers the text covers, and how many the version's versification has. */
  books: { book: string; verses: number; expected: number }[]
  wrong: string[]
  odd: string[]
}

const MARKUP = /<\/?[a-z]|\\\+?[a-z]+\d?\*?|&(?:[a-z]{2,8}|#\d+);|[{}]|\|[a-z-]+=/i
/** Matches text that begins with 15 single characters, each followed by a space. Some programs produce such text. */
const LETTERS_APART = /^(?:\S ){15,}/u
/** The most references that a message lists. The message says how many more there are. */
const LISTED = 8

const nameOf = (id: number): string =>
  `${bookByIndex(Math.floor(id / 1_000_000))?.name.en} ${Math.floor(id / 1000) % 1000}:${id % 1000}`

const listOf = (what: string, ids: readonly number[]): string[] => {
  if (ids.length === 0) return []
  const names = ids.slice(0, LISTED).map(nameOf).join(', ')
  return [`${what}: ${names}${ids.length > LISTED ? ` and ${ids.length - LISTED} more` : ''}`]
}

/** The ids of a book's verses in a versification. */
export const expectedVerses = (versification: string, bookIndex: number): number[] => {
  const book = bookByIndex(bookIndex)
  if (!book) return []
  return lastVerses(versification, book).flatMap((last, chapter) =>
    Array.from({ length: last }, (_, verse) => verseId(bookIndex, chapter + 1, verse + 1)),
  )
}

const layoutIsSound = ({ text, breaks = [], spans = [], notes = [] }: Verse): boolean =>
  breaks.every(({ at }) => at < Math.max(1, text.length)) &&
  notes.every(({ at }) => at <= text.length) &&
  spans.every(({ start, end }) => start < end && end <= text.length)

const isPlain = (text: string): boolean =>
  text === text.trim() && !/ {2}|[\n\t\ufffd]/.test(text) && text.isWellFormed()

/** The ids of a version's verses in the search index, ascending; null when the version is not indexed. */
export const indexedVerses = (library: Library, code: string): Uint32Array | null => {
  const row = library.db.prepare('SELECT verse_ids FROM search_version WHERE version = ?').get(code)
  return row?.verse_ids instanceof Uint8Array ? new Uint32Array(row.verse_ids.slice().buffer) : null
}

/** Checks every verse of a version, its row in the version table, its search index, and the file as a whole. */
export const verifyVersion = (library: Library, version: InstalledVersion): Verdict => {
  const verses = library.verses(version.code, 0, verseId(BOOKS.length + 1, 0, 0))
  const ids = verses.map((verse) => verse.verse_id)
  const covered = verses.flatMap((verse) =>
    Array.from({ length: (verse.through ?? verse.verse) - verse.verse + 1 }, (_, next) => verse.verse_id + next),
  )
  const present = new Set(covered)
  const expected = version.books.flatMap((book) => expectedVerses(version.versification, book))
  const expectedIds = new Set(expected)
  const of = (test: (verse: Verse) => boolean) => verses.filter(test).map((verse) => verse.verse_id)
  const indexed = indexedVerses(library, version.code)
  const sound = library.db.prepare('PRAGMA quick_check(1)').get()?.quick_check

  const books = version.books.map((index) => ({
    book: bookByIndex(index)?.name.en ?? String(index),
    verses: covered.filter((id) => Math.floor(id / 1_000_000) === index).length,
    expected: expected.filter((id) => Math.floor(id / 1_000_000) === index).length,
  }))
  const wrong = [
    ...(sound === 'ok' ? [] : [`The library's file is damaged: ${String(sound)}`]),
    ...(ids.length === version.verses ? [] : [`The registry says ${version.verses} verses; there are ${ids.length}.`]),
    ...(new Set(ids.map((id) => Math.floor(id / 1_000_000))).size === version.books.length
      ? []
      : ['The registry names other books than there are.']),
    ...listOf(
      'Verses that no Bible has',
      covered.filter((id) => !parseVerseId(id)),
    ),
    ...(present.size === covered.length
      ? []
      : listOf(
          'Verses twice, once within joined verses',
          covered.filter((id, place) => covered.indexOf(id) !== place),
        )),
    ...listOf(
      'Layout that does not fit its text',
      of((verse) => !layoutIsSound(verse)),
    ),
    ...listOf(
      'Text with stray spaces, line ends or broken letters',
      of(({ text }) => !isPlain(text)),
    ),
    ...(indexed === null
      ? ['It is not in the search index.']
      : indexed.length === ids.length && indexed.every((id, place) => id === ids[place])
        ? []
        : ['The search index is of another text.']),
  ]
  const odd = [
    ...listOf(
      'Left out, against its versification',
      expected.filter((id) => !present.has(id)),
    ),
    ...listOf(
      'More than its versification has',
      covered.filter((id) => !expectedIds.has(id)),
    ),
    ...listOf(
      'Without a word, but with a note',
      of(({ text }) => text === ''),
    ),
    ...listOf(
      'What looks like markup',
      of(({ text }) => MARKUP.test(text)),
    ),
    ...listOf(
      'Letters set apart by spaces',
      of(({ text }) => LETTERS_APART.test(text)),
    ),
  ]
  return { verses: ids.length, books, wrong, odd }
}
