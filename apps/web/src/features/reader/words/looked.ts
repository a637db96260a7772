import type { Column } from '../columns/reader-state.ts'
import { indexAt, type ShownWord } from './shown-words.ts'

/** The verse whose words are shown, and which of its words. */
export type Looked = {
  readonly column: Column
  readonly verse: number
  /** Where the text was pressed: a UTF-16 offset into the verse's text. Null for the first word. */
  readonly offset: number | null
  /** The index of the word if it was chosen among the verse's words, else null. It wins over the offset. */
  readonly index: number | null
}

/** The view word by word: none, below the verse in the sheet, or below every verse of a column. */
export type WordView = 'none' | 'verse' | 'chapter'

/** The index of the word that is looked at; -1 if no word of the original is where the text was pressed. */
export const indexOf = ({ offset, index }: Looked, words: readonly ShownWord[]): number => {
  if (index !== null) return index
  // Borrowed words have no place in the text.
  return offset === null || words[0]?.place == null ? 0 : indexAt(words, offset)
}
