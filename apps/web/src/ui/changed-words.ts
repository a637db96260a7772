import { diffArrays } from 'diff'

/** A run of text: in both texts, only in the later text, or only in the earlier text. */
export type Piece = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }
/** A run of words of any form. */
type Run<Word> = { readonly kind: Piece['kind']; readonly words: readonly Word[] }

/**
 * The longest time of a comparison, in milliseconds. If it takes longer, the later text counts as a replacement of the
 * earlier one.
 */
const LONGEST_MS = 300

/**
 * The words of a text, each with the blank before it, so that a word added at the end does not change the word before
 * it. A blank at the end of the text is a word of its own.
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
/** Whether two words count as the same. The spaces before them do not matter, but the number of line breaks does. */
const isSameWord = (one: string, other: string): boolean =>
  one === other || (one.trim() === other.trim() && linesIn(one) === linesIn(other))

/**
 * The changes between two lists of words, as runs. A removed run comes before the added run in its place. Where
 * `isSame` finds two words equal, the run has the word of `after`.
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

/** The changes between two texts, word by word. Case and punctuation count. */
export const changedWords = (before: string, after: string): readonly Piece[] =>
  changesOf(wordsIn(before), wordsIn(after), isSameWord).map(({ kind, words }) => ({ kind, text: words.join('') }))

/** Stands for unchanged words that are left out. */
type Cut = { readonly kind: 'cut' }

/** Shortens long unchanged runs to `around` words on each side of a change. */
export const shortenedRuns = <Word>(runs: readonly Run<Word>[], around: number): readonly (Run<Word> | Cut)[] =>
  runs.flatMap((run, index): readonly (Run<Word> | Cut)[] => {
    const { kind, words } = run
    const [first, last] = [index === 0, index === runs.length - 1]
    if (kind !== 'same' || words.length <= around * 3) return [run]
    // An unchanged text is a single run. Only its beginning is shown.
    if (first && last) return [{ kind, words: words.slice(0, around * 3) }, { kind: 'cut' }]
    return [
      ...(first ? [] : [{ kind, words: words.slice(0, around) }]),
      { kind: 'cut' },
      ...(last ? [] : [{ kind, words: words.slice(-around) }]),
    ]
  })

/** Like `shortenedRuns`, for the words of a plain text. */
export const shortened = (pieces: readonly Piece[], around: number): readonly (Piece | Cut)[] =>
  shortenedRuns(
    pieces.map(({ kind, text }) => ({ kind, words: wordsIn(text) })),
    around,
  ).map((run) => (run.kind === 'cut' ? run : { kind: run.kind, text: run.words.join('') }))
