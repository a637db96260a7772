import type { Verse } from '@pathlight/contracts/bible.ts'
import type { BookLanguage } from '@pathlight/scripture/books.ts'
import { nameOfBook, verseNumber } from '../../../bible/passage-names.ts'
import type { Chosen, VersePart } from '../../../study/study-kind.ts'
import type { Choice, Column } from '../columns/desk.ts'

const wholeVerse = (verse: Verse): VersePart => ({ verse, start: 0, end: verse.text.length, text: verse.text })

/** Whether a verse, or one of those that a bridge (4-5) joins, is one of these. */
export const isAmong = ({ verse, through = verse }: Verse, chosen: readonly number[]): boolean =>
  chosen.some((one) => one >= verse && one <= through)

/** A whole verse as something to act on. */
export const verseChosen = (column: Column, verse: Verse): Chosen => ({
  by: 'verses',
  column,
  parts: [wholeVerse(verse)],
})

/** The parts of a column's text that are chosen; none of what is not there (other text, other offsets). */
const partsOf = (choice: Choice, verses: readonly Verse[]): VersePart[] => {
  if (choice.by === 'words')
    return choice.words.flatMap(({ verse: number, start, end }) => {
      const verse = verses.find((one) => one.verse === number)
      const there = verse && start >= 0 && start < end && end <= verse.text.length
      return there ? [{ verse, start, end, text: verse.text.slice(start, end) }] : []
    })
  return verses.filter((verse) => isAmong(verse, choice.verses)).map(wholeVerse)
}

/** What is chosen in a column, with its words; null where nothing is, or the text is not there yet. */
export const chosenIn = (column: Column, verses: readonly Verse[], choice: Choice | null): Chosen | null => {
  if (choice?.column !== column.id) return null
  const [first, ...rest] = partsOf(choice, verses)
  return first ? { by: choice.by, column, parts: [first, ...rest] } : null
}

/** The numbers of the chosen verses: 16, 16-18, 1-2 of a bridge, 3, 5 of words that leave verses out. */
export const chosenNumbers = ({ parts }: Chosen): string => {
  const runs: { from: number; to: number }[] = []
  for (const { verse } of parts) {
    const through = verse.through ?? verse.verse
    const last = runs.at(-1)
    if (last && verse.verse <= last.to + 1) last.to = through
    else runs.push({ from: verse.verse, to: through })
  }
  return runs.map(({ from, to }) => verseNumber({ verse: from, through: to })).join(', ')
}

/** What Copy puts on the clipboard, and what it says then: the words, several verses with their numbers, and where they are from. */
export type Copied = {
  readonly text: string
  readonly version: string
  readonly book: string
  readonly chapter: number
  readonly verse: string
}

/** Null when the text is another version's than the column's. */
export const copyOf = (chosen: Chosen, language: BookLanguage): Copied | null => {
  const { version, chapter } = chosen.column
  if (chosen.parts.some(({ verse }) => verse.version !== version)) return null
  const book = nameOfBook(chosen.column.book, language)
  const verse = chosenNumbers(chosen)
  const [only, ...more] = chosen.parts
  const words =
    more.length === 0 ? only.text : chosen.parts.map(({ verse, text }) => `${verseNumber(verse)} ${text}`).join(' ')
  return { text: `${words}\n${book} ${chapter}:${verse} (${version})`, version, book, chapter, verse }
}
