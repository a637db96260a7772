import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { VerseWord } from './verse-words.ts'

/** Numbers, a character each: they compress a third better than as figures with commas. */
type Characters = string
/**
 * What each word has: the distinct values, divided by bars, as they first come, and for each word 0 where it has the next of them, or else
 * how many other values came since its value came last, plus one. Words are repeated nearby, so these numbers are small.
 */
type Column = { readonly values: string; readonly since: Characters }
/** The same as older files have it: the most frequent value first, and for each word which of them it has. */
type OlderColumn = { readonly values: string; readonly at: Characters }

// Words by columns: like stands beside like, which compresses to two or three bytes a word.
type Columns = {
  /** The verses that have words, and how many each. */
  readonly verses: number[]
  readonly counts: number[]
  /** UTF-16 units between the end of the word before (0 at a verse's start) and this one, and the length of this one. */
  readonly gaps: Characters
  readonly lengths: Characters
  /** Several numbers are divided by blanks. */
  readonly strongs: Column | OlderColumn
  readonly lemmas: Column | OlderColumn
  readonly morphs: Column | OlderColumn
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
  const distinct: string[] = []
  const latestFirst: string[] = []
  const since = values.map((value) => {
    const at = latestFirst.indexOf(value)
    if (at < 0) distinct.push(value)
    else latestFirst.splice(at, 1)
    latestFirst.unshift(value)
    return at + 1
  })
  return { values: distinct.join(BAR), since: asCharacters(since) }
}

/** The value of each word. */
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
      // As far back as a chapter goes (64 kB). To make room for more takes most of the time.
      [constants.BROTLI_PARAM_LGWIN]: 16,
    },
  })
}

/** What `packWords` packed. */
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
