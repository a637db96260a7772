/** The most letters of a verse. The longest (Esther 8:9) has about 600, or a few thousand with titles and spaces. */
const MAX_VERSE = 50_000
/** Matches more combining marks on one letter than any language has. */
const PILE = /\p{M}{31}/u
const MOST_MARKS = 30
/** The most letters of a verse's notes. A study Bible's notes on a verse have a few thousand. */
const MAX_NOTES = 500_000
/** For how many letters a title, span, note or word of the original counts in addition to its text. */
const OF_A_PART = 10

/** Refuses verses that are far longer than any real verse. They would fill the memory, or block a browser. */
export const limitVerses = (refuse: (reason: string) => never) => {
  /** The letters of the open verse, with OF_A_PART for each title, span and word of the original. */
  let words = 0
  /** The letters of the open verse's notes, with OF_A_PART for each note. */
  let notes = 0
  /** Refuses too many combining marks on one letter, which block a browser for seconds. */
  const piles = (text: string) => {
    if (text.length > MOST_MARKS && PILE.test(text))
      refuse('A letter with more than 30 marks on it: this is no Bible text.')
  }
  const lengthen = (letters: number) => {
    words += letters
    if (words > MAX_VERSE)
      refuse(`More than ${MAX_VERSE.toLocaleString('en')} letters in one verse: this is no Bible text.`)
  }
  /** Returns the text of an unfinished note. Refuses a text that is too long or has too many marks on a letter. */
  const bounded = (note: string): string => {
    piles(note)
    if (notes + note.length > MAX_NOTES)
      refuse(`Notes of more than ${MAX_NOTES.toLocaleString('en')} letters on one verse: this is no Bible text.`)
    return note
  }
  return {
    piles,
    words: (text: string) => lengthen(text.length),
    /** Counts a title, span or word of the original of the open verse. */
    part: () => lengthen(OF_A_PART),
    bounded,
    note: (text: string) => {
      notes += bounded(text).length + OF_A_PART
    },
    /** Starts the counts of the next verse. */
    startAnew: () => {
      words = 0
      notes = 0
    },
  }
}
