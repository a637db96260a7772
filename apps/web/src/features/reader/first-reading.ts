import { findBook } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import type { FirstPage } from '../../api/first-page.ts'
import { passagePath, readPassage } from '../../bible/passage-path.ts'
import { readableVersion, versionsQuery } from '../../bible/versions-query.ts'
import { beginningOf } from './beginning-of.ts'

/**
 * How the server answers /bible-reading. Only the device knows which chapter was last read on it, so the browser
 * renders the page. Without script, the form of a column's header leads to this path, and the server redirects to the
 * form's chapter.
 */
export const firstReading: FirstPage = {
  path: '/bible-reading',
  module: 'src/features/reader/bible-reading-page.tsx',
  words: ['reader'],
  search: ['version', 'book', 'chapter'],
  prepare: async ({ search, language, queries }) => {
    const reference = readPassage(Object.fromEntries(search))
    const book = findBook(reference.book ?? '')
    if (reference.version && book) {
      // The person may have chosen another book but left the chapter's number, and the new book may lack that chapter.
      const chapter = reference.chapter >= 1 && reference.chapter <= chapterCount(book) ? reference.chapter : 1
      return { status: 'moved', to: passagePath({ version: reference.version, book: book.name.en, chapter }) }
    }
    const version = readableVersion(await queries.fetchQuery(versionsQuery), language ?? 'en')
    const start = version ? passagePath(beginningOf(version)) : '/'
    return { status: 'unknown', withoutScript: start }
  },
}
