import { diffArrays } from 'diff'

/** A run of words: in both texts, only in this one, or only in the other. */
export type Words = { readonly kind: 'same' | 'own' | 'missing'; readonly text: string }

/** The words of a text, each with the blanks after it. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*/gu) ?? []
/** A word without punctuation and case, which do not count as differences. */
const bare = (word: string): string => word.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

/** Compares `text` with `first` word by word. */
export const differentWords = (first: string, text: string): readonly Words[] =>
  diffArrays(wordsOf(first), wordsOf(text), { comparator: (a, b) => bare(a) === bare(b) }).map(
    ({ value, added, removed }) => ({ kind: added ? 'own' : removed ? 'missing' : 'same', text: value.join('') }),
  )
