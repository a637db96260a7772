import { tokenize } from '../search/tokens.ts'
import { type OriginalWord, withoutLetter } from './verse-words.ts'

// The terms of the search index under which words of the original are found. No word of a text has a colon in it.

/** Without accents, points and case: as people type it. */
export const foldedLemma = (lemma: string): string =>
  tokenize(lemma)
    .map(({ form }) => form)
    .join(' ')

/** The term of a Strong's number. */
export const strongsTerm = (strongs: string): string => `strong:${strongs}`
/** The term of a lemma in a text that has lemmas. */
export const lemmaTerm = (lemma: string): string => `lemma:${foldedLemma(lemma)}`

/** The terms of a word: a number with a letter is found without it as well. */
export const termsOfWord = ({ strongs, lemma }: OriginalWord): readonly string[] => {
  const terms = strongs.flatMap((one) => [strongsTerm(one), strongsTerm(withoutLetter(one))])
  if (lemma !== undefined) terms.push(lemmaTerm(lemma))
  return [...new Set(terms)]
}
