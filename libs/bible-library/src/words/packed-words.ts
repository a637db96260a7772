import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { VerseWord } from './verse-words.ts'

/** Numbers, a character each: they compress a third better than as figures with commas. */
type Characters = string
/** What each word has: the distinct values, divided by bars, the most frequent first, and which of them it is. */
type Column = { readonly values: string; readonly at: Characters }

// Words by columns: like stands beside like, which compresses to two or three bytes a word.
type Columns = {
  /** The verses that have words, and how many each. */
  readonly verses: number[]
  readonly counts: number[]
  /** UTF-16 units between the end of the word before (0 at a verse's start) and this one, and the length of this one. */
  readonly gaps: Characters
  readonly lengths: Characters
  /** Several numbers are divided by blanks. */
  readonly strongs: Column
  readonly lemmas: Column
  readonly morphs: Column
}

// In JSON a character of its own, unlike a tab; no lemma has one.
const BAR = '|'
// From the first printable character up to the first surrogate: no verse has so many letters, and no Bible so many values.
const FIRST_CHARACTER = 35
const LARGEST = 0xd7ff - FIRST_CHARACTER
const asCharacters = (numbers: readonly number[]): Characters =>
  numbers
    .map((number) => {
      if (number > LARGEST) throw new RangeError(`${number} is more than a character can stand for.`)
      return String.fromCharCode(FIRST_CHARACTER + number)
    })
    .join('')
const numberAt = (characters: Characters, at: number): number => characters.charCodeAt(at) - FIRST_CHARACTER

const columnOf = (values: readonly string[]): Column => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const distinct = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  const places = new Map(distinct.map((value, place) => [value, place]))
  return { values: distinct.join(BAR), at: asCharacters(values.map((value) => places.get(value) ?? 0)) }
}
/** Answers the value of each word. */
const readColumn = ({ values, at }: Column): ((word: number) => string) => {
  const distinct = values.split(BAR)
  return (word) => distinct[numberAt(at, word)] ?? ''
}

/** How much is compressed: so far that a chapter is packed at once, or as far as it goes, which takes some seconds more a Bible. */
const QUALITY = { fast: 9, smallest: constants.BROTLI_MAX_QUALITY }

/**
 * The words of a chapter's verses, by their numbers, in a few bytes each. The words of a verse are in order and do not overlap.
 */
export const packWords = (
  verses: ReadonlyMap<number, readonly VerseWord[]>,
  how: keyof typeof QUALITY = 'fast',
): Buffer => {
  const gaps: number[] = []
  const lengths: number[] = []
  for (const words of verses.values()) {
    let reached = 0
    for (const { start, end } of words) {
      gaps.push(start - reached)
      lengths.push(end - start)
      reached = end
    }
  }
  const all = [...verses.values()].flat()
  const columns: Columns = {
    verses: [...verses.keys()],
    counts: [...verses.values()].map((words) => words.length),
    gaps: asCharacters(gaps),
    lengths: asCharacters(lengths),
    strongs: columnOf(all.map(({ strongs }) => strongs.join(' '))),
    lemmas: columnOf(all.map(({ lemma }) => lemma ?? '')),
    morphs: columnOf(all.map(({ morph }) => morph ?? '')),
  }
  return brotliCompressSync(JSON.stringify(columns), {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: QUALITY[how],
    },
  })
}

/** What `packWords` packed. */
export const unpackWords = (packed: Uint8Array): Map<number, readonly VerseWord[]> => {
  const columns = JSON.parse(brotliDecompressSync(packed).toString()) as Columns
  const strongsOf = readColumn(columns.strongs)
  const lemmaOf = readColumn(columns.lemmas)
  const morphOf = readColumn(columns.morphs)
  let at = 0
  return new Map(
    columns.verses.map((verse, index) => {
      let reached = 0
      const words: VerseWord[] = []
      for (let n = columns.counts[index] ?? 0; n > 0; n--, at++) {
        const start = reached + numberAt(columns.gaps, at)
        reached = start + numberAt(columns.lengths, at)
        const [lemma, morph] = [lemmaOf(at), morphOf(at)]
        words.push({
          start,
          end: reached,
          strongs: strongsOf(at).split(' ').filter(Boolean),
          ...(lemma !== '' && { lemma }),
          ...(morph !== '' && { morph }),
        })
      }
      return [verse, words]
    }),
  )
}
