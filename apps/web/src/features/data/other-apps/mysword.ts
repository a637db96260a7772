import { wordsOfHtml } from '@pathlight/contracts/words-of-html-rules.ts'
import { bookByIndex } from '@pathlight/scripture/books.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import {
  type AppLayout,
  cell,
  hasColumns,
  NOT_ON_BIBLE,
  numberIn,
  TOO_LONG,
  textIn,
  tooLongText,
  whole,
} from './app-layout.ts'

// Source of the layout: eliranwong/UniqueBible (its converter of MySword: "SELECT book, chapter, fromverse, toverse, data FROM
// commentary"), and MySword's own description of its modules, by which personal notes are laid out as a commentary is. Books are
// numbered from 1 (Genesis) to 66 (Revelation).

/** The notes of MySword: a row is the words on some verses of a chapter. Verse 0 is the whole chapter. */
export const mySword: AppLayout = {
  app: 'mysword',
  partsIn: (_select, tables) => {
    if (!hasColumns(tables, 'commentary', 'book', 'chapter', 'fromverse', 'toverse', 'data')) return null
    return [
      {
        table: 'commentary',
        columns: [...['book', 'chapter', 'fromverse', 'toverse'].map(whole), cell('data')],
        read: (row) => {
          const html = textIn(row, 'data')
          if (tooLongText(html)) return TOO_LONG
          const [number, chapter] = [numberIn(row, 'book'), numberIn(row, 'chapter')]
          const book = bookByIndex(number)
          const count = book ? verseCount(book, chapter) : 0
          const from = numberIn(row, 'fromverse') || 1
          const to = Math.max(from, Math.min(count, numberIn(row, 'toverse') || from))
          if (!book || !(from >= 1 && from <= count) || !Number.isInteger(from) || !Number.isInteger(to))
            return NOT_ON_BIBLE
          const text = wordsOfHtml(html)
          if (text === '') return null
          return {
            // The app gives a row no name that it keeps: one passage has one text.
            ...{ id: `${number}.${chapter}.${from}.${to}`, color: null, version: null, text },
            ...{ first: verseId(number, chapter, from), last: verseId(number, chapter, to) },
            ...{ created_at: null, updated_at: null },
          }
        },
      },
    ]
  },
}
