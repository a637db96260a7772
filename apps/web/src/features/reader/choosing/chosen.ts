import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Chosen, VersePart } from '../../../study/study-kind.ts'
import type { Choice, Column } from '../columns/reader-state.ts'

const wholeVerse = (verse: Verse): VersePart => ({ verse, start: 0, end: verse.text.length, text: verse.text })

/**
 * Whether the chosen verses include a verse. A bridge (one text for the verses 4-5) counts if any of its verses is
 * chosen.
 */
export const isAmong = ({ verse, through = verse }: Verse, chosen: readonly number[]): boolean =>
  chosen.some((one) => one >= verse && one <= through)

export const verseChosen = (column: Column, verse: Verse): Chosen => ({
  by: 'verses',
  column,
  parts: [wholeVerse(verse)],
})

/**
 * The chosen parts of a column's text. Parts outside of the text are left out, because the column may now show another
 * text.
 */
const partsOf = (choice: Choice, verses: readonly Verse[]): VersePart[] => {
  if (choice.by === 'words')
    return choice.words.flatMap(({ verse: number, start, end }) => {
      const verse = verses.find((one) => one.verse === number)
      const isValid = verse && start >= 0 && start < end && end <= verse.text.length
      return isValid ? [{ verse, start, end, text: verse.text.slice(start, end) }] : []
    })
  return verses.filter((verse) => isAmong(verse, choice.verses)).map(wholeVerse)
}

/** The choice in a column, with its words. Null if the column has no choice, or if its text lacks the chosen parts. */
export const chosenIn = (column: Column, verses: readonly Verse[], choice: Choice | null): Chosen | null => {
  if (choice?.column !== column.id) return null
  const [first, ...rest] = partsOf(choice, verses)
  return first ? { by: choice.by, column, parts: [first, ...rest] } : null
}
