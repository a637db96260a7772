import { diffArrays } from 'diff'

/** A run of words: in both texts, only in the later one, or only in the earlier one. */
export type Piece = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }
/** The same of words of any form. */
type Run<Word> = { readonly kind: Piece['kind']; readonly words: readonly Word[] }

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
): readonly Run<Word>[] => {
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

/** The sign that unchanged words are left out. */
type Cut = { readonly kind: 'cut' }

/** Shortens long unchanged runs: `around` words stay on each side of a change. */
export const shortenedRuns = <Word>(runs: readonly Run<Word>[], around: number): readonly (Run<Word> | Cut)[] =>
  runs.flatMap((run, index): readonly (Run<Word> | Cut)[] => {
    const { kind, words } = run
    const [first, last] = [index === 0, index === runs.length - 1]
    if (kind !== 'same' || words.length <= around * 3) return [run]
    // A text without a change is shown from its beginning.
    if (first && last) return [{ kind, words: words.slice(0, around * 3) }, { kind: 'cut' }]
    return [
      ...(first ? [] : [{ kind, words: words.slice(0, around) }]),
      { kind: 'cut' },
      ...(last ? [] : [{ kind, words: words.slice(-around) }]),
    ]
  })

/** `shortenedRuns` for the words of a plain text. */
export const shortened = (pieces: readonly Piece[], around: number): readonly (Piece | Cut)[] =>
  shortenedRuns(
    pieces.map(({ kind, text }) => ({ kind, words: wordsIn(text) })),
    around,
  ).map((run) => (run.kind === 'cut' ? run : { kind: run.kind, text: run.words.join('') }))
