import { tokenize } from '../search/tokens.ts'
import { type OriginalWord, withoutLetter } from './verse-words.ts'

// The terms of the search index for original words. They contain a colon, unlike any word of a text.

/** The lemma without accents, points and case, as people type it. */
export const foldedLemma = (lemma: string): string =>
  tokenize(lemma)
    .map(({ form }) => form)
    .join(' ')

/** Example: `strong:H430`. */
export const strongsTerm = (strongs: string): string => `strong:${strongs}`
/** Example: `lemma:λογοσ` for λόγος. Folding turns a final ς into σ. */
export const lemmaTerm = (lemma: string): string => `lemma:${foldedLemma(lemma)}`

/** The search terms of a word. A number with a letter is also found without the letter. */
export const termsOfWord = ({ strongs, lemma }: OriginalWord): readonly string[] => {
  const terms = strongs.flatMap((one) => [strongsTerm(one), strongsTerm(withoutLetter(one))])
  if (lemma !== undefined) terms.push(lemmaTerm(lemma))
  return [...new Set(terms)]
}
