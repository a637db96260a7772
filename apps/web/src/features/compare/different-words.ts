import { diffArrays } from 'diff'

/**
 * Successive words that are in both texts (`same`), only in this text (`own`), or only in the first text (`missing`).
 */
export type Words = { readonly kind: 'same' | 'own' | 'missing'; readonly text: string }

/** The words of a text, each with the blanks after it. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*/gu) ?? []
/** A word without punctuation and in lower case, because punctuation and case do not count as differences. */
const bare = (word: string): string => word.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

export const differentWords = (first: string, text: string): readonly Words[] =>
  diffArrays(wordsOf(first), wordsOf(text), { comparator: (a, b) => bare(a) === bare(b) }).map(
    ({ value, added, removed }) => ({ kind: added ? 'own' : removed ? 'missing' : 'same', text: value.join('') }),
  )
