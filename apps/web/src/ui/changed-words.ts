import { diffArrays } from 'diff'

/** A run of words: in both texts, only in the later one, or only in the earlier one. */
export type Piece = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }

/**
 * A comparison that takes longer is given up, and the earlier text counts as replaced by the later one. In
 * milliseconds.
 */
const LONGEST_MS = 300

/**
 * The words of a text, each with the blank before it, so that a word added at the end does not change the one before
 * it. A blank at the end is a word by itself.
 */
export const wordsIn = (text: string): readonly string[] => {
  const words: string[] = []
  let blank = ''
  for (const unchanged of text.match(/\s+|\S+/gu) ?? []) {
    if (unchanged.trim() === '') blank = unchanged
    else {
      words.push(blank + unchanged)
      blank = ''
    }
  }
  return blank === '' ? words : [...words, blank]
}

const linesIn = (blank: string): number => blank.split('\n').length
/** Whether two words count as the same. More or fewer blanks before them make no difference; a line break does. */
const isSameWord = (one: string, other: string): boolean =>
  one === other || (one.trim() === other.trim() && linesIn(one) === linesIn(other))

/**
 * The changes from one list of words to another, as runs. A removed run comes before the added run in its place. Of two
 * words that are the same by `isSame`, the run has the later one.
 */
export const changesOf = <Word>(
  before: readonly Word[],
  after: readonly Word[],
  isSame: (one: Word, other: Word) => boolean,
): readonly { readonly kind: Piece['kind']; readonly words: readonly Word[] }[] => {
  const changes = diffArrays([...before], [...after], { comparator: isSame, timeout: LONGEST_MS })
  if (changes === undefined)
    return [
      { kind: 'removed', words: before },
      { kind: 'added', words: after },
    ]
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    words: value,
  }))
}

/** The changes from one text to another, word by word, with case and punctuation. */
export const changedWords = (before: string, after: string): readonly Piece[] =>
  changesOf(wordsIn(before), wordsIn(after), isSameWord).map(({ kind, words }) => ({ kind, text: words.join('') }))

/** A piece, or the sign that unchanged words are left out. */
export type ShownPiece = Piece | { readonly kind: 'cut' }

/** Shortens long unchanged pieces: `around` words stay on each side of a change. */
export const shortened = (pieces: readonly Piece[], around: number): readonly ShownPiece[] =>
  pieces.flatMap((piece, index): readonly ShownPiece[] => {
    const words = wordsIn(piece.text)
    const [first, last] = [index === 0, index === pieces.length - 1]
    if (piece.kind !== 'same' || words.length <= around * 3) return [piece]
    const unchanged = (some: readonly string[]): ShownPiece => ({ kind: 'same', text: some.join('') })
    // A text without a change is shown from its beginning.
    if (first && last) return [unchanged(words.slice(0, around * 3)), { kind: 'cut' }]
    return [
      ...(first ? [] : [unchanged(words.slice(0, around))]),
      { kind: 'cut' },
      ...(last ? [] : [unchanged(words.slice(-around))]),
    ]
  })
