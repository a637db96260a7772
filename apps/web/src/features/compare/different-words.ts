import { diffArrays } from 'diff'

/** Words of a text as another one has them too, has them not, or has alone. */
export type Words = { readonly kind: 'same' | 'own' | 'missing'; readonly text: string }

/** Words, each with the blank after it. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*/gu) ?? []
/** A word without its punctuation and case, which are not told as differences. */
const bare = (word: string): string => word.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

/** `text` word by word beside `first`: the words that both have, those only `text` has, and those it lacks. */
export const differentWords = (first: string, text: string): readonly Words[] =>
  diffArrays(wordsOf(first), wordsOf(text), { comparator: (a, b) => bare(a) === bare(b) }).map(
    ({ value, added, removed }) => ({ kind: added ? 'own' : removed ? 'missing' : 'same', text: value.join('') }),
  )
