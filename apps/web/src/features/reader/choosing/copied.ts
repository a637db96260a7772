import type { BookLanguage } from '@pathlight/scripture/books.ts'
import { nameBeforeNumber, nameOfBook, verseNumber } from '../../../bible/passage-names.ts'
import type { Passage } from '../../../study/copying/copied-passage.ts'
import type { Chosen } from '../../../study/study-kind.ts'

/** The numbers of the chosen verses: 16; 16-18; 1-2 for a bridge; 3, 5 if verses between are not chosen. */
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

/** What the Copy button copies (`passage`), and the names for its message. */
export type Copied = {
  readonly passage: Passage
  readonly version: string
  readonly book: string
  readonly chapter: number
  readonly verse: string
}

/** The copy of a choice. Null if the chosen text is of another version than the column. */
export const copyOf = (chosen: Chosen, language: BookLanguage): Copied | null => {
  const { version, chapter } = chosen.column
  if (chosen.parts.some(({ verse }) => verse.version !== version)) return null
  const book = nameOfBook(chosen.column.book, language)
  const verse = chosenNumbers(chosen)
  const verses = chosen.parts.map(({ verse, text }) => ({ number: verseNumber(verse), text }))
  const reference = `${nameBeforeNumber(chosen.column.book, language)} ${chapter}:${verse}`
  return { passage: { version, reference, verses }, version, book, chapter, verse }
}
