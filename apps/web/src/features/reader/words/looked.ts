import type { Column } from '../columns/reader-state.ts'
import { indexAt, type ShownWord } from './shown-words.ts'

/** The verse whose words the sheet shows, and the chosen word. */
export type Looked = {
  readonly column: Column
  readonly verse: number
  /** The place where the person pressed: a UTF-16 offset into the verse's text. Null for the first word. */
  readonly offset: number | null
  /** The index of the word, if the person chose it among the verse's words. It overrides the offset. Otherwise null. */
  readonly index: number | null
}

/**
 * Where words are shown one by one: nowhere, below the verse whose words the sheet shows, or below every verse of a
 * column.
 */
export type WordView = 'none' | 'verse' | 'chapter'

/** The index of the chosen word. It is -1 if the original has no word at the pressed place. */
export const indexOf = ({ offset, index }: Looked, words: readonly ShownWord[]): number => {
  if (index !== null) return index
  // Words borrowed from another text have no place in this text.
  return offset === null || words[0]?.place == null ? 0 : indexAt(words, offset)
}
