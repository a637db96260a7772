/** The longest verse (Esther 8:9) has about 600 letters; with titles and spaces a few thousand. */
const MAX_VERSE = 50_000
/** More combining marks on one letter than any language has. */
const PILE = /\p{M}{31}/u
const MOST_MARKS = 30
/** A study Bible's notes on a verse have a few thousand letters. */
const MAX_NOTES = 500_000
/** How many letters a title, span or note counts for in addition to its text. */
const OF_A_PART = 10

/** Refuses verses that are far longer than any real one: they would fill the memory, or block a browser. */
export const limitVerses = (refuse: (reason: string) => never) => {
  /** Letters of the open verse, with OF_A_PART for each title and span; and those of its notes. */
  let words = 0
  let notes = 0
  /** Refuses piles of marks, which block a browser for seconds. */
  const piles = (text: string) => {
    if (text.length > MOST_MARKS && PILE.test(text))
      refuse('A letter with more than 30 marks on it: this is no Bible text.')
  }
  const lengthen = (letters: number) => {
    words += letters
    if (words > MAX_VERSE)
      refuse(`More than ${MAX_VERSE.toLocaleString('en')} letters in one verse: this is no Bible text.`)
  }
  /** Returns the text of an unfinished note; refuses one that is too long. */
  const bounded = (note: string): string => {
    piles(note)
    if (notes + note.length > MAX_NOTES)
      refuse(`Notes of more than ${MAX_NOTES.toLocaleString('en')} letters on one verse: this is no Bible text.`)
    return note
  }
  return {
    piles,
    /** Counts text of the open verse. */
    words: (text: string) => lengthen(text.length),
    /** Counts a title or span of the open verse. */
    part: () => lengthen(OF_A_PART),
    bounded,
    note: (text: string) => {
      notes += bounded(text).length + OF_A_PART
    },
    /** To be called when another verse begins. */
    startAnew: () => {
      words = 0
      notes = 0
    },
  }
}
