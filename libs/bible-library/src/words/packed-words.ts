import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { VerseWord } from './verse-words.ts'

// Words by columns: like stands beside like, which compresses to a few bytes a word.
type Columns = {
  /** The verses that have words, and how many each. */
  readonly verses: number[]
  readonly counts: number[]
  /** UTF-16 units between the end of the word before (0 at a verse's start) and this one, and the length of this one. */
  readonly gaps: number[]
  readonly lengths: number[]
  /** One of each word, divided by tabs; several numbers by blanks. Absent where no word has any. */
  readonly strongs?: string
  readonly lemmas?: string
  readonly morphs?: string
}

const column = (values: readonly string[]): string | undefined => (values.some(Boolean) ? values.join('\t') : undefined)

/** How much is compressed: so far that a chapter is packed at once, or as far as it goes, which takes a Bible some seconds. */
const QUALITY = { fast: 9, smallest: constants.BROTLI_MAX_QUALITY }

/**
 * The words of verses, by their numbers, in a few bytes each. The words of a verse are in order and do not overlap.
 * @param verses of a chapter by their numbers in it, or of a whole text by their ids
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
  const columns = {
    verses: [...verses.keys()],
    counts: [...verses.values()].map((words) => words.length),
    gaps,
    lengths,
    strongs: column(all.map(({ strongs }) => strongs.join(' '))),
    lemmas: column(all.map(({ lemma }) => lemma ?? '')),
    morphs: column(all.map(({ morph }) => morph ?? '')),
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
  const [strongs, lemmas, morphs] = [columns.strongs, columns.lemmas, columns.morphs].map((one) => one?.split('\t'))
  let at = 0
  return new Map(
    columns.verses.map((verse, index) => {
      let reached = 0
      const words: VerseWord[] = []
      for (let n = columns.counts[index] ?? 0; n > 0; n--, at++) {
        const start = reached + (columns.gaps[at] ?? 0)
        reached = start + (columns.lengths[at] ?? 0)
        words.push({
          start,
          end: reached,
          strongs: strongs?.[at]?.split(' ').filter(Boolean) ?? [],
          ...(lemmas?.[at] && { lemma: lemmas[at] }),
          ...(morphs?.[at] && { morph: morphs[at] }),
        })
      }
      return [verse, words]
    }),
  )
}
