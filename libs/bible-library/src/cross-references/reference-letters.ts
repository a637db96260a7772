import type { Verse } from '@pathlight/contracts/bible.ts'
import { toStandard, type Versification } from '@pathlight/scripture/versification.ts'

// Which verses of a chapter have cross-references, on the server and in browsers that keep the list. Pure.

const LATIN = [...'abcdefghijklmnopqrstuvwxyz']
/** As Korean Bibles with references have them. */
const KOREAN = [...'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ']

/** The ids in the standard numbering of a verse, or of all that a bridge (4-5) joins. */
export const standardIds = (
  versification: Versification,
  { verse_id, verse, through = verse }: Pick<Verse, 'verse_id' | 'verse' | 'through'>,
): readonly number[] =>
  Array.from({ length: Math.max(0, through - verse) + 1 }, (_, step) => verse_id + step).flatMap((id) =>
    toStandard(versification, id),
  )

/**
 * The verses of a chapter, those that have cross-references each with its letter.
 * @param text how the text numbers its verses, and its language (BCP 47)
 * @param has whether a verse has references, by its standard id
 */
export const withLetters = (
  verses: readonly Verse[],
  text: { readonly versification: Versification; readonly language: string },
  has: (standardId: number) => boolean,
): Verse[] => {
  const letters = /^ko\b/.test(text.language) ? KOREAN : LATIN
  let given = 0
  return verses.map((verse) => {
    if (!standardIds(text.versification, verse).some(has)) return verse
    const letter = letters[given % letters.length] ?? ''
    given += 1
    return { ...verse, letter }
  })
}
