import { diffArrays } from 'diff'

/** Words that two texts both have, that only the later one has, or that it has no more. */
export type Piece = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }

/** If comparing two texts takes longer, the whole text is shown as replaced by the other one. In milliseconds. */
const LONGEST_MS = 300

/**
 * Words, each with the blank before it. So a word that is added at the end does not change the one before it. A blank
 * at the end is a word by itself.
 */
export const wordsIn = (text: string): readonly string[] => {
  const words: string[] = []
  let blank = ''
  for (const part of text.match(/\s+|\S+/gu) ?? []) {
    if (part.trim() === '') blank = part
    else {
      words.push(blank + part)
      blank = ''
    }
  }
  return blank === '' ? words : [...words, blank]
}

const linesIn = (blank: string): number => blank.split('\n').length
/** The same word at the beginning of a line and in it are two; one blank more or less makes no difference. */
const isSameWord = (one: string, other: string): boolean =>
  one === other || (one.trim() === other.trim() && linesIn(one) === linesIn(other))

/**
 * How one list of words became another, in runs of one kind. Removed words come before those in their place. Of two
 * words that are the same by `isSame`, the later one is given.
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

/** What became of a text, word by word, with case and punctuation. */
export const changedWords = (before: string, after: string): readonly Piece[] =>
  changesOf(wordsIn(before), wordsIn(after), isSameWord).map(({ kind, words }) => ({ kind, text: words.join('') }))

/** A piece, or what of the same words is left out between two others. */
export type Shown = Piece | { readonly kind: 'cut' }

/** The pieces without the middle of what is long and the same: so many words stay on each side of a change. */
export const shortened = (pieces: readonly Piece[], around: number): readonly Shown[] =>
  pieces.flatMap((piece, index): readonly Shown[] => {
    const words = wordsIn(piece.text)
    const [first, last] = [index === 0, index === pieces.length - 1]
    if (piece.kind !== 'same' || words.length <= around * 3) return [piece]
    const part = (some: readonly string[]): Shown => ({ kind: 'same', text: some.join('') })
    // A text without any change is told from its beginning.
    if (first && last) return [part(words.slice(0, around * 3)), { kind: 'cut' }]
    return [
      ...(first ? [] : [part(words.slice(0, around))]),
      { kind: 'cut' },
      ...(last ? [] : [part(words.slice(-around))]),
    ]
  })
