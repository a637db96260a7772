import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { withoutLetter } from './verse-words.ts'

/** The content of korean-glosses.br, which tools/src/korean-glosses.ts makes. */
export type KoreanGlosses = {
  /** The usual Korean meaning of a word, by its Strong's number without a final letter (H1254, not H1254a). */
  readonly numbers: Readonly<Record<string, string>>
  /**
   * The original words of a verse, separated by bars, by its standard id. Each word is a number, a space and a meaning.
   */
  readonly verses: Readonly<Record<string, string>>
}

let read: KoreanGlosses | undefined
/** Reads the glosses at their first use. They are from Global Bible Tools (CC0). */
const glosses = (): KoreanGlosses => {
  read ??= JSON.parse(
    brotliDecompressSync(readFileSync(join(import.meta.dirname, 'korean-glosses.br'))).toString(),
  ) as KoreanGlosses
  return read
}

/** The usual Korean meaning of a word; null if it is unknown. */
export const koreanGlossOf = (strongs: string): string | null => glosses().numbers[withoutLetter(strongs)] ?? null

/**
 * Answers a function for the Korean meanings of a verse's words. The first call with a number answers the number's
 * first meaning in the verse, and the second call its second meaning. After the last of these meanings, each call
 * answers the number's usual meaning; null if it is unknown.
 * @param verseId the standard id
 */
export const koreanGlossesIn = (verseId: number): ((strongs: string) => string | null) => {
  const said = Map.groupBy(
    (glosses().verses[verseId] ?? '').split('|').map((one) => one.split(/ (.*)/)),
    ([number]) => number,
  )
  return (strongs) => said.get(withoutLetter(strongs))?.shift()?.[1] ?? koreanGlossOf(strongs)
}
