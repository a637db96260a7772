/** The longest verse (Esther 8:9) has some 600 letters, with titles, blanks and expansions a few thousand. */
const MAX_VERSE = 50_000
/** More marks on one letter than any language writes. */
const PILE = /\p{M}{31}/u
/** The notes of a study Bible on a verse have a few thousand letters. */
const MAX_NOTES = 500_000
/** What a title, span or note counts for, besides its letters. */
const OF_A_PART = 10

/** Refuses what no verse has: it would only fill memory, or stand still in a browser. */
export const limitVerses = (refuse: (reason: string) => never) => {
  /** Letters of the verse that is open, with what stands for titles and spans, and of its notes. */
  let words = 0
  let notes = 0
  /** Refuses what no browser can show: it would stand still over it. */
  const piles = (text: string) => {
    if (PILE.test(text)) refuse('A letter with more than 30 marks on it: this is no Bible text.')
  }
  const lengthen = (letters: number) => {
    words += letters
    if (words > MAX_VERSE)
      refuse(`More than ${MAX_VERSE.toLocaleString('en')} letters in one verse: this is no Bible text.`)
  }
  /** A note as far as it was read. */
  const bounded = (note: string): string => {
    piles(note)
    if (notes + note.length > MAX_NOTES)
      refuse(`Notes of more than ${MAX_NOTES.toLocaleString('en')} letters on one verse: this is no Bible text.`)
    return note
  }
  return {
    piles,
    /** Counts words of the open verse. */
    words: (text: string) => lengthen(text.length),
    /** Counts a title or span of it. */
    part: () => lengthen(OF_A_PART),
    bounded,
    note: (text: string) => {
      notes += bounded(text).length + OF_A_PART
    },
    /** Another verse is open. */
    startAnew: () => {
      words = 0
      notes = 0
    },
  }
}
