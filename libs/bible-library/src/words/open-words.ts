import type { LexiconEntry, VerseWord as VerseWordAnswer } from '@pathlight/contracts/words.ts'
import type { Library } from '../library.ts'
import { verseRow } from '../schema.ts'
import { lexiconEntryOf, originalOf } from './lexicon.ts'
import { unpackWords } from './packed-words.ts'
import type { VerseWord } from './verse-words.ts'
import { strongsTerm } from './word-terms.ts'
import { type WordsCredit, wordsOf } from './write-words.ts'

/** The words beneath a chapter. */
export type ChapterWords = {
  readonly verses: ReadonlyMap<number, readonly VerseWord[]>
  readonly credit: WordsCredit
  /** Changes whenever the words or their text do: good for an ETag. */
  readonly fingerprint: string
}

/** The words of the originals beneath the texts of a library, and what the lexicon says of them. */
export type Words = {
  /** @returns null where the text is not here, or has no words at all */
  readonly ofChapter: (code: string, bookIndex: number, chapter: number) => ChapterWords | null
  /** A word with itself and its transliteration, from the lexicon. */
  readonly named: (word: VerseWord) => VerseWordAnswer
  /** @returns null where there is no word of that number */
  readonly lexiconEntry: (strongs: string) => LexiconEntry | null
}

/** Reads the words of the texts of a library. */
export const openWords = (library: Library): Words => {
  const dataset = library.db.prepare('SELECT credit, fingerprint FROM dataset WHERE name = ?')
  const packedOf = library.db.prepare('SELECT packed FROM words WHERE chapter = ?')
  /** `places` has two bytes for each occurrence (search/postings.ts). The table is there once a version was indexed. */
  const occurrencesIn = (code: string, strongs: string): number => {
    const placesOf = library.db.prepare(
      'SELECT length(places) AS bytes FROM search_term WHERE version = ? AND stem = ?',
    )
    return Number(placesOf.get(code, strongsTerm(strongs))?.bytes ?? 0) / 2
  }
  return {
    ofChapter: (code, bookIndex, chapter) => {
      const version = library.version(code)
      const about = version === null ? undefined : dataset.get(wordsOf(version.code))
      if (version === null || about === undefined) return null
      const packed = packedOf.get(verseRow(version.number, bookIndex * 1_000_000 + chapter * 1000))?.packed
      return {
        verses: packed instanceof Uint8Array ? unpackWords(packed) : new Map(),
        credit: JSON.parse(String(about.credit)),
        fingerprint: `${version.fingerprint}-${about.fingerprint}`,
      }
    },
    named: (word) => ({ ...word, strongs: [...word.strongs], ...originalOf(word.strongs[0]) }),
    lexiconEntry: (written) => {
      const entry = lexiconEntryOf(written)
      const first = library.installed().find(({ code }) => dataset.get(wordsOf(code)) !== undefined)
      return entry && { ...entry, occurrences: first === undefined ? null : occurrencesIn(first.code, entry.strongs) }
    },
  }
}
