import type { Verse } from '@pathlight/contracts/bible.ts'
import { toStandard, type Versification } from '@pathlight/scripture/versification.ts'

// The letters (a, b, c or ㄱ, ㄴ, ㄷ) that mark verses with cross-references. The module does no I/O, because browsers
// with a downloaded text use it, too.

const LATIN = [...'abcdefghijklmnopqrstuvwxyz']
const KOREAN = [...'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ']

/** The standard ids of a verse. A text that joins several verses (4-5) has the ids of all these verses. */
export const standardIds = (
  versification: Versification,
  { verse_id, verse, through = verse }: Pick<Verse, 'verse_id' | 'verse' | 'through'>,
): readonly number[] =>
  Array.from({ length: Math.max(0, through - verse) + 1 }, (_, step) => verse_id + step).flatMap((id) =>
    toStandard(versification, id),
  )

/**
 * Adds a letter to each verse with cross-references. After the last letter of the alphabet, the first follows.
 * @param verses the verses of one chapter
 * @param text the text's versification and language (BCP 47)
 * @param has whether a verse, by its standard id, has references
 */
export const withLetters = (
  verses: readonly Verse[],
  text: { readonly versification: Versification; readonly language: string },
  has: (standardId: number) => boolean,
): Verse[] => {
  const letters = /^ko\b/.test(text.language) ? KOREAN : LATIN
  let count = 0
  return verses.map((verse) => {
    if (!standardIds(text.versification, verse).some(has)) return verse
    const letter = letters[count % letters.length] ?? ''
    count += 1
    return { ...verse, letter }
  })
}
