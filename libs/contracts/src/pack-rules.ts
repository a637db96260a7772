import type { Verse, Version } from './bible.ts'
import type { CrossReferences } from './bible-references.ts'
import type { ChapterWords, LexiconEntry, VerseWord } from './words.ts'

// A pack is one file that a browser downloads for offline reading: a whole version, a version's original words, or the
// list of cross-references. The file is gzipped lines of JSON: a header line, then one line for each chapter, and in a
// pack of words also the lines of the lexicon.

/** The version of the pack format. A browser that has a pack of another version downloads it again. */
export const PACK_FORMAT = 1

/** The name of the pack of cross-references. No version has this code, because codes have no lower-case letters. */
export const CROSS_REFERENCES_PACK = 'cross-references'

/** The name of the pack with a version's words of the original. It is downloaded together with the version's pack. */
export const wordsPack = (code: string): string => `${code}.words`
export const isWordsPack = (name: string): boolean => name.endsWith('.words')

/** A version without the fields that only the server needs. */
export type PackedVersion = Omit<Version, 'source' | 'available' | 'hint' | 'command'> & {
  readonly copyright: string | null
}
/** The first line of a pack. */
export type PackHead = {
  readonly format: number
  /** The number of lines that follow: those of chapters and, in a pack of words, of the lexicon. */
  readonly chapters: number
} & (
  | { readonly kind: 'version'; readonly version: PackedVersion }
  | { readonly kind: 'cross-references'; readonly credit: NonNullable<CrossReferences['credit']> }
  | {
      readonly kind: 'words'
      readonly version: string
      readonly words: ChapterWords['source']
      /**
       * The Greek and Hebrew texts with the morphological codes, and the books for which each is used. A pack that an
       * older program made lacks this field.
       */
      readonly parsing?: readonly { readonly credit: ChapterWords['source']; readonly books: readonly number[] }[]
      readonly lexicon: LexiconEntry['source']
    }
)

/** A verse without its text, and without the fields that say which verse it is. */
type VerseMarkup = Omit<Verse, 'version' | 'book' | 'chapter' | 'verse' | 'verse_id' | 'text'>

/**
 * A chapter as a line. `numbers`: the verse numbers in the order of `texts`, or 0 for 1, 2, 3 and so on. `markup`: the
 * other fields of a verse, by the verse's index in `texts`.
 */
export type PackedChapter = readonly [
  book: number,
  chapter: number,
  texts: readonly string[],
  numbers: 0 | readonly number[],
  markup: Readonly<Record<number, VerseMarkup>>,
]

/** Puts texts and markup apart, because gzip compresses them better that way. */
export const packChapter = (book: number, chapter: number, verses: readonly Verse[]): PackedChapter => {
  const markup: Record<number, VerseMarkup> = {}
  verses.forEach(({ version, book, chapter, verse, verse_id, text, ...fields }, index) => {
    if (Object.keys(fields).length > 0) markup[index] = fields
  })
  const isConsecutive = verses.every(({ verse }, index) => verse === index + 1)
  const numbers = isConsecutive ? 0 : verses.map(({ verse }) => verse)
  return [book, chapter, verses.map(({ text }) => text), numbers, markup]
}

/** The inverse of packChapter. @param name the English name of the book */
export const unpackChapter = (
  version: string,
  name: string,
  [book, chapter, texts, numbers, markup]: PackedChapter,
): Verse[] =>
  texts.map((text, index) => {
    const verse = numbers === 0 ? index + 1 : (numbers[index] ?? 0)
    const verse_id = book * 1_000_000 + chapter * 1_000 + verse
    return { version, book: name, chapter, verse, verse_id, text, ...markup[index] }
  })

/**
 * The cross-references of a chapter, by verse number. Each target is two numbers, its first and last verse id; best
 * first.
 */
export type PackedReferences = readonly [
  book: number,
  chapter: number,
  verses: Readonly<Record<number, readonly number[]>>,
]

/** The values of a column, one for each word, separated by `|`. No value contains `|`. */
type Values = string

/** The original words of a chapter in columns, because similar values side by side compress better. */
export type PackedWords = readonly [
  book: number,
  chapter: number,
  /** The verses with words, and the number of words of each. */
  verses: readonly number[],
  counts: readonly number[],
  /** UTF-16 units from the end of the word before, or from the beginning of the verse. */
  gaps: readonly number[],
  lengths: readonly number[],
  /** Strong's numbers, separated by blanks. */
  strongs: Values,
  lemmas: Values,
  morphs: Values,
]

type WordsByVerse = ReadonlyMap<
  number,
  readonly (Pick<VerseWord, 'start' | 'end' | 'lemma' | 'morph'> & { readonly strongs: readonly string[] })[]
>

/** Packs the words of a chapter. The words of a verse must be sorted by their offsets, and must not overlap. */
export const packWordsOfChapter = (book: number, chapter: number, verses: WordsByVerse): PackedWords => {
  const all = [...verses.values()]
  const gaps = all.flatMap((words) => words.map(({ start }, at) => start - (words[at - 1]?.end ?? 0)))
  const flat = all.flat()
  return [
    book,
    chapter,
    [...verses.keys()],
    all.map(({ length }) => length),
    gaps,
    flat.map(({ start, end }) => end - start),
    flat.map(({ strongs }) => strongs.join(' ')).join('|'),
    flat.map(({ lemma = '' }) => lemma).join('|'),
    flat.map(({ morph = '' }) => morph).join('|'),
  ]
}

/** The inverse of packWordsOfChapter, by verse number. */
export const unpackWordsOfChapter = (packed: PackedWords): Record<number, VerseWord[]> => {
  const [, , verses, counts, gaps, lengths, ...columns] = packed
  const [strongs = [], lemmas = [], morphs = []] = columns.map((column) => column.split('|'))
  let at = 0
  return Object.fromEntries(
    verses.map((verse, index) => {
      let reached = 0
      const words = Array.from({ length: counts[index] ?? 0 }, () => {
        const start = reached + (gaps[at] ?? 0)
        reached = start + (lengths[at] ?? 0)
        const word = {
          start,
          end: reached,
          strongs: (strongs[at] ?? '').split(' ').filter(Boolean),
          ...(lemmas[at] && { lemma: lemmas[at] }),
          ...(morphs[at] && { morph: morphs[at] }),
        }
        at += 1
        return word
      })
      return [verse, words]
    }),
  )
}

/**
 * A line with at most a hundred entries of the lexicon, all Greek or all Hebrew. The number 0 in the place of a book's
 * index marks such a line.
 */
export type PackedLexicon = readonly [book: 0, hundred: number, entries: readonly Omit<LexiconEntry, 'source'>[]]

/** The number of the lexicon line that has a Strong's number. Hebrew lines count from 0, Greek lines from 1000. */
export const hundredOf = (strongs: string): number =>
  (strongs.startsWith('G') ? 1_000 : 0) + Math.floor(Number.parseInt(strongs.slice(1), 10) / 100)
