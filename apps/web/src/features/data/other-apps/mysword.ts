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
  numericCell,
  TOO_LONG,
  textIn,
  tooLongText,
} from './app-layout.ts'

// The source of the table layout is eliranwong/UniqueBible, whose MySword converter selects "book, chapter, fromverse,
// toverse, data FROM commentary". By MySword's description of its modules, personal notes have the layout of a
// commentary. Books are numbered from 1 (Genesis) to 66 (Revelation).

/**
 * Imports MySword's notes. Each row is a text on verses of one chapter. Verse 0, the whole chapter, becomes verse 1.
 */
export const mySword: AppLayout = {
  app: 'mysword',
  importTables: (_select, tables) => {
    if (!hasColumns(tables, 'commentary', 'book', 'chapter', 'fromverse', 'toverse', 'data')) return null
    return [
      {
        table: 'commentary',
        columns: [...['book', 'chapter', 'fromverse', 'toverse'].map(numericCell), cell('data')],
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
            // MySword's rows have no stable id. A passage has only one text, so the passage is the id.
            ...{ id: `${number}.${chapter}.${from}.${to}`, color: null, version: null, text },
            ...{ first: verseId(number, chapter, from), last: verseId(number, chapter, to) },
            ...{ created_at: null, updated_at: null },
          }
        },
      },
    ]
  },
}
