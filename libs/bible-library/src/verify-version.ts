import type { Verse } from '@pathlight/contracts/bible.ts'
import { BOOKS, bookByIndex } from '@pathlight/scripture/books.ts'
import { parseVerseId, verseId } from '@pathlight/scripture/verse-id.ts'
import { lastVerses } from '@pathlight/scripture/versification.ts'
import type { InstalledVersion, Library } from './library.ts'

/** What was found out about a version. `wrong` must be mended; `odd` may be how the edition is. Each in words. */
export type Verdict = {
  verses: number
  /** Per book: what is there, and how many its versification counts. */
  books: { book: string; verses: number; expected: number }[]
  wrong: string[]
  odd: string[]
}

const MARKUP = /<\/?[a-z]|\\\+?[a-z]+\d?\*?|&(?:[a-z]{2,8}|#\d+);|[{}]|\|[a-z-]+=/i
/** Single letters with a space between each: what is left of a verse whose letters a program set apart. */
const LETTERS_APART = /^(?:\S ){15,}/u
/** So many references are listed; of the rest only the number is said. */
const LISTED = 8

const nameOf = (id: number): string =>
  `${bookByIndex(Math.floor(id / 1_000_000))?.name.en} ${Math.floor(id / 1000) % 1000}:${id % 1000}`

const listed = (what: string, ids: readonly number[]): string[] => {
  if (ids.length === 0) return []
  const names = ids.slice(0, LISTED).map(nameOf).join(', ')
  return [`${what}: ${names}${ids.length > LISTED ? ` and ${ids.length - LISTED} more` : ''}`]
}

/** The ids that a versification counts in a book. */
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

/** The verses that the search index has of a version, ascending, as search/index-version.ts keeps them; null when it has none. */
export const indexedVerses = (library: Library, code: string): Uint32Array | null => {
  const row = library.db.prepare('SELECT verse_ids FROM search_version WHERE version = ?').get(code)
  return row?.verse_ids instanceof Uint8Array ? new Uint32Array(row.verse_ids.slice().buffer) : null
}

/** Looks at every verse of a version, its place in the registry and in the search index, and the file as a whole. */
export const verifyVersion = (library: Library, version: InstalledVersion): Verdict => {
  const verses = library.verses(version.code, 0, verseId(BOOKS.length + 1, 0, 0))
  const ids = verses.map((verse) => verse.verse_id)
  const covered = verses.flatMap((verse) =>
    Array.from({ length: (verse.through ?? verse.verse) - verse.verse + 1 }, (_, next) => verse.verse_id + next),
  )
  const here = new Set(covered)
  const expected = version.books.flatMap((book) => expectedVerses(version.versification, book))
  const known = new Set(expected)
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
    ...listed(
      'Verses that no Bible has',
      covered.filter((id) => !parseVerseId(id)),
    ),
    ...(here.size === covered.length
      ? []
      : listed(
          'Verses twice, once within joined verses',
          covered.filter((id, place) => covered.indexOf(id) !== place),
        )),
    ...listed(
      'Layout that does not fit its text',
      of((verse) => !layoutIsSound(verse)),
    ),
    ...listed(
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
    ...listed(
      'Left out, against its versification',
      expected.filter((id) => !here.has(id)),
    ),
    ...listed(
      'More than its versification has',
      covered.filter((id) => !known.has(id)),
    ),
    ...listed(
      'Without a word, but with a note',
      of(({ text }) => text === ''),
    ),
    ...listed(
      'What looks like markup',
      of(({ text }) => MARKUP.test(text)),
    ),
    ...listed(
      'Letters set apart by spaces',
      of(({ text }) => LETTERS_APART.test(text)),
    ),
  ]
  return { verses: ids.length, books, wrong, odd }
}
