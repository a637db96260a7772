import type { BorrowedWord, LexiconEntry, VerseWord as VerseWordAnswer } from '@pathlight/contracts/words.ts'
import { correspondingVerses } from '@pathlight/scripture/versification.ts'
import type { InstalledVersion, Library } from '../library.ts'
import { verseRow } from '../schema.ts'
import { koreanGlossesIn } from './korean-glosses.ts'
import { lexiconEntryOf, originalOf } from './lexicon.ts'
import { unpackWords } from './packed-words.ts'
import { parsedWords } from './parsed-words.ts'
import { type VerseWord, withoutLetter } from './verse-words.ts'
import { strongsTerm } from './word-terms.ts'
import { type WordsCredit, wordsOf } from './write-words.ts'

/** The original words of a chapter, by verse number. */
export type ChapterWords = {
  readonly verses: ReadonlyMap<number, readonly VerseWord[]>
  readonly credit: WordsCredit
  /** The credit of the Greek or Hebrew text from which words of a translation got their parsing. */
  readonly parsing?: WordsCredit
  /** An ETag that changes with the words and with their text. */
  readonly fingerprint: string
}

/** A Greek or Hebrew text that has original words. */
type Original = Pick<ChapterWords, 'credit' | 'fingerprint'> & { readonly version: InstalledVersion }

/** The original words of another version, for a chapter of a version without such words. */
export type BorrowedWords = Omit<ChapterWords, 'verses' | 'parsing'> & {
  readonly from: InstalledVersion
  /** The words by verse number, in the numbering of the version that has none. */
  readonly verses: ReadonlyMap<number, readonly BorrowedWord[]>
}

const isOriginal = ({ language }: InstalledVersion): boolean => ['grc', 'hbo', 'he'].includes(language)

export type Words = {
  /**
   * Answers the original words of a chapter. The words of a translation get their parsing from the text that `parsedBy`
   * answers, if `parsedWords` finds one.
   * @returns null if the version is not installed, or has no words
   */
  readonly ofChapter: (code: string, bookIndex: number, chapter: number) => ChapterWords | null
  /**
   * The first installed Greek or Hebrew text that has words of a book. Null if there is none, or if `code` is not an
   * installed translation.
   */
  readonly parsedBy: (code: string, bookIndex: number) => Original | null
  /**
   * The original words of a chapter from another version: from a Greek or Hebrew text, or else from the first version
   * that has them.
   * @returns null if the version is not installed, or no other version has words of the chapter
   */
  readonly borrowed: (code: string, bookIndex: number, chapter: number) => BorrowedWords | null
  /** Adds a word's original form and transliteration from the lexicon. */
  readonly named: (word: VerseWord) => VerseWordAnswer
  /**
   * Answers the lexicon's entry of a number.
   * @param code the version in which the occurrences are counted; by default the first version with words
   * @returns null if there is no such number
   */
  readonly lexiconEntry: (strongs: string, code?: string) => LexiconEntry | null
}

/** Reads from `library`, which must stay open. */
export const openWords = (library: Library): Words => {
  const dataset = library.db.prepare('SELECT credit, fingerprint FROM dataset WHERE name = ?')
  const packedOf = library.db.prepare('SELECT packed FROM words WHERE chapter = ?')
  /**
   * Counts the occurrences of a number. `places` has two bytes for each occurrence. The statement is prepared late,
   * because the table exists only after a version was indexed.
   */
  const occurrencesIn = (code: string, strongs: string): number => {
    const placesOf = library.db.prepare(
      'SELECT length(places) AS bytes FROM search_term WHERE version = ? AND stem = ?',
    )
    return Number(placesOf.get(code, strongsTerm(withoutLetter(strongs)))?.bytes ?? 0) / 2
  }
  const aboutWords = (version: InstalledVersion): Pick<ChapterWords, 'credit' | 'fingerprint'> | null => {
    const about = dataset.get(wordsOf(version.code))
    if (about === undefined) return null
    return { credit: JSON.parse(String(about.credit)), fingerprint: `${version.fingerprint}-${about.fingerprint}` }
  }

  /** The words that the version's own source has; null if it has none. */
  const ownWords = (version: InstalledVersion, bookIndex: number, chapter: number): ChapterWords | null => {
    const about = aboutWords(version)
    if (about === null) return null
    const packed = packedOf.get(verseRow(version.number, bookIndex * 1_000_000 + chapter * 1000))?.packed
    return { ...about, verses: packed instanceof Uint8Array ? unpackWords(packed) : new Map() }
  }

  /** The words of one verse of `from`, with their text and meanings. */
  const borrowedOf = (from: InstalledVersion, id: number, words: readonly VerseWord[]): BorrowedWord[] => {
    const [verse] = library.verses(from.code, id, id)
    if (verse === undefined) return []
    const [standard = id] = correspondingVerses(id, from.versification, 'eng')
    const korean = koreanGlossesIn(standard)
    return words.map(({ start, end, ...word }) => {
      const [strongs] = word.strongs
      const entry = strongs === undefined ? null : lexiconEntryOf(strongs)
      const gloss_ko = strongs === undefined ? null : korean(strongs)
      return {
        ...word,
        ...originalOf(strongs),
        strongs: [...word.strongs],
        text: verse.text.slice(start, end),
        ...(entry !== null && { gloss: entry.gloss }),
        ...(gloss_ko !== null && { gloss_ko }),
      }
    })
  }

  /**
   * For each verse of a chapter of `version`: the ids of the same verses in `from`, and their words. Null if `from` has
   * no words.
   */
  const wordsIn = (from: InstalledVersion, version: InstalledVersion, bookIndex: number, chapter: number) => {
    const about = ownWords(from, bookIndex, chapter)
    if (about === null) return null
    // The verses are usually in one chapter of `from`. If its numbering differs, they may be in two.
    const chapters = new Map([[bookIndex * 1000 + chapter, about]])
    const wordsAt = (id: number): readonly VerseWord[] => {
      const at = Math.floor(id / 1000)
      const there = chapters.get(at) ?? ownWords(from, Math.floor(at / 1000), at % 1000) ?? about
      chapters.set(at, there)
      return there.verses.get(id % 1000) ?? []
    }
    const verses = library.chapter(version.code, bookIndex, chapter).map(({ verse, verse_id, through = verse }) => {
      const ids = Array.from({ length: through - verse + 1 }, (_, n) =>
        correspondingVerses(verse_id + n, version.versification, from.versification),
      ).flat()
      return [verse, [...new Set(ids)].map((id) => ({ id, words: wordsAt(id) }))] as const
    })
    return { about, verses }
  }

  const parsedBy: Words['parsedBy'] = (code, bookIndex) => {
    const translation = library.version(code)
    if (translation === null || isOriginal(translation)) return null
    for (const version of library.installed()) {
      if (!isOriginal(version) || !version.books.includes(bookIndex)) continue
      const about = aboutWords(version)
      if (about !== null) return { ...about, version }
    }
    return null
  }

  const ofChapter: Words['ofChapter'] = (code, bookIndex, chapter) => {
    const version = library.version(code)
    const own = version && ownWords(version, bookIndex, chapter)
    const original = own && parsedBy(code, bookIndex)
    if (version === null || own === null || original === null) return own
    const verses = new Map(own.verses)
    let isParsed = false
    for (const [verse, same] of wordsIn(original.version, version, bookIndex, chapter)?.verses ?? []) {
      const words = own.verses.get(verse)
      const originals = same.flatMap(({ id, words: [...all] }) => {
        const text = all.length === 0 ? '' : (library.verses(original.version.code, id, id)[0]?.text ?? '')
        return all.map((word) => ({ ...word, letters: text.slice(word.start, word.end) }))
      })
      if (words === undefined || originals.length === 0) continue
      const parsed = parsedWords(words, originals)
      isParsed ||= parsed.some((word, at) => word !== words[at])
      verses.set(verse, parsed)
    }
    return {
      ...own,
      verses,
      ...(isParsed && { parsing: original.credit }),
      fingerprint: `${own.fingerprint}-${original.fingerprint}`,
    }
  }

  const borrowed: Words['borrowed'] = (code, bookIndex, chapter) => {
    const version = library.version(code)
    if (version === null) return null
    const others = library.installed().filter((one) => one.code !== version.code)
    for (const from of [...others.filter(isOriginal), ...others.filter((one) => !isOriginal(one))]) {
      const there = wordsIn(from, version, bookIndex, chapter)
      if (there === null) continue
      const found = there.verses.flatMap(([verse, same]) => {
        const words = same.flatMap((one) => borrowedOf(from, one.id, one.words))
        return words.length === 0 ? [] : ([[verse, words]] as const)
      })
      if (found.length > 0)
        return {
          from,
          verses: new Map(found),
          credit: there.about.credit,
          fingerprint: `${version.fingerprint}-${there.about.fingerprint}`,
        }
    }
    return null
  }

  return {
    ofChapter,
    parsedBy,
    borrowed,
    named: (word) => ({ ...word, strongs: [...word.strongs], ...originalOf(word.strongs[0]) }),
    lexiconEntry: (written, code) => {
      const entry = lexiconEntryOf(written)
      const texts = code === undefined ? library.installed() : [library.version(code) ?? []].flat()
      const counted = texts.find((one) => dataset.get(wordsOf(one.code)) !== undefined)
      return entry && { ...entry, occurrences: counted ? occurrencesIn(counted.code, entry.strongs) : null }
    },
  }
}
