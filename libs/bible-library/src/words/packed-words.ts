import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { VerseWord } from './verse-words.ts'

/** A list of numbers, one character each. This form compresses a third better than digits with commas. */
type Characters = string
/**
 * The values of all words. `values`: each distinct value once, in the order of first use, separated by bars. `since`: a
 * number for each word. It is 0 for a value that is new. Otherwise it is 1 plus the number of other values that were
 * used since the last use of the word's value.
 */
type Column = { readonly values: string; readonly since: Characters }
/** A column of an older file. The most frequent value comes first, and `at` has the index of each word's value. */
type OlderColumn = { readonly values: string; readonly at: Characters }

// The words in columns. Similar values side by side compress to two or three bytes a word.
type Columns = {
  /** The verses with words, and the number of words in each. */
  readonly verses: number[]
  readonly counts: number[]
  /** In UTF-16 units: the distance from the end of the word before (or the verse's start), and the word's length. */
  readonly gaps: Characters
  readonly lengths: Characters
  /** Several Strong's numbers of a word are separated by spaces. */
  readonly strongs: Column | OlderColumn
  readonly lemmas: Column | OlderColumn
  readonly morphs: Column | OlderColumn
}

// A bar separates the values. JSON writes a bar as one character, unlike a tab, and no value contains a bar.
const BAR = '|'
// A number is stored as a character from # to the last one before the surrogates. No verse has so many letters, and no
// chapter so many values.
const FIRST_CHARACTER = 35
const LARGEST = 0xd7ff - FIRST_CHARACTER
const asCharacters = (numbers: readonly number[]): Characters => {
  const units = new Uint16Array(numbers.length)
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number
    if (number > LARGEST) throw new RangeError(`${number} is more than a character can stand for.`)
    units[at] = FIRST_CHARACTER + number
  }
  return Buffer.from(units.buffer).toString('utf16le')
}
const numberAt = (characters: Characters, at: number): number => characters.charCodeAt(at) - FIRST_CHARACTER

const columnOf = (values: readonly string[]): Column => {
  const numbers = new Map<string, number>()
  /** The numbers of the values. The value that was used last comes first. */
  const latestFirst: number[] = []
  const since = values.map((value) => {
    const number = numbers.get(value) ?? numbers.size
    if (number === numbers.size) {
      numbers.set(value, number)
      latestFirst.unshift(number)
      return 0
    }
    // Each value that was used more recently moves back by one place.
    let [others, moved] = [0, number]
    for (; latestFirst[others] !== number; others++) {
      const next = latestFirst[others] as number
      latestFirst[others] = moved
      moved = next
    }
    latestFirst[others] = moved
    return others + 1
  })
  return { values: [...numbers.keys()].join(BAR), since: asCharacters(since) }
}

const readColumn = (column: Column | OlderColumn): readonly string[] => {
  const distinct = column.values.split(BAR)
  if ('at' in column) return Array.from(column.at, (_, word) => distinct[numberAt(column.at, word)] ?? '')
  let next = 0
  const latestFirst: string[] = []
  return Array.from(column.since, (_, word) => {
    const at = numberAt(column.since, word) - 1
    const [value = ''] = at < 0 ? [distinct[next++]] : latestFirst.splice(at, 1)
    latestFirst.unshift(value)
    return value
  })
}

/** The quality of compression. `smallest` takes four seconds more for a Bible, and an eighth less space. */
const QUALITY = { fast: 5, smallest: constants.BROTLI_MAX_QUALITY }

/**
 * Packs the words of a chapter's verses (by verse number) into a few bytes each. The words of a verse must be sorted by
 * their offsets, and must not overlap.
 */
export const packWords = (
  verses: ReadonlyMap<number, readonly VerseWord[]>,
  how: keyof typeof QUALITY = 'fast',
): Buffer => {
  const gaps: number[] = []
  const lengths: number[] = []
  const [allStrongs, lemmas, morphs]: [string[], string[], string[]] = [[], [], []]
  for (const words of verses.values()) {
    let reached = 0
    for (const { start, end, strongs, lemma, morph } of words) {
      gaps.push(start - reached)
      lengths.push(end - start)
      reached = end
      allStrongs.push(strongs.length === 1 ? (strongs[0] as string) : strongs.join(' '))
      lemmas.push(lemma ?? '')
      morphs.push(morph ?? '')
    }
  }
  const columns: Columns = {
    verses: [...verses.keys()],
    counts: [...verses.values()].map((words) => words.length),
    gaps: asCharacters(gaps),
    lengths: asCharacters(lengths),
    strongs: columnOf(allStrongs),
    lemmas: columnOf(lemmas),
    morphs: columnOf(morphs),
  }
  return brotliCompressSync(JSON.stringify(columns), {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: QUALITY[how],
      // A window of 64 kB, about a chapter. Allocating a larger window would take most of the time.
      [constants.BROTLI_PARAM_LGWIN]: 16,
    },
  })
}

export const unpackWords = (packed: Uint8Array): Map<number, readonly VerseWord[]> => {
  const columns = JSON.parse(brotliDecompressSync(packed).toString()) as Columns
  const [allStrongs, lemmas, morphs] = [columns.strongs, columns.lemmas, columns.morphs].map(readColumn)
  let at = 0
  return new Map(
    columns.verses.map((verse, index) => {
      let reached = 0
      const words: VerseWord[] = []
      for (let n = columns.counts[index] ?? 0; n > 0; n--, at++) {
        const start = reached + numberAt(columns.gaps, at)
        reached = start + numberAt(columns.lengths, at)
        const [strongs = '', lemma = '', morph = ''] = [allStrongs?.[at], lemmas?.[at], morphs?.[at]]
        words.push({
          start,
          end: reached,
          strongs: strongs.split(' ').filter(Boolean),
          ...(lemma !== '' && { lemma }),
          ...(morph !== '' && { morph }),
        })
      }
      return [verse, words]
    }),
  )
}
