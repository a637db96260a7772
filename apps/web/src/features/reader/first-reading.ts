import { findBook } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import type { FirstPage } from '../../api/first-page.ts'
import { passagePath, readPassage } from '../../bible/passage-path.ts'
import { readableVersion, versionsQuery } from '../../bible/versions-query.ts'

/**
 * The reader without an address. Only the person's device knows where they left off. Without script, a column's header
 * asks here for a version, a book and a chapter: that leads to the chapter.
 */
export const firstReading: FirstPage = {
  path: '/bible-reading',
  module: 'src/features/reader/bible-reading-page.tsx',
  words: ['reader'],
  search: ['version', 'book', 'chapter'],
  prepare: async ({ search, language, queries }) => {
    const asked = readPassage(Object.fromEntries(search))
    const book = findBook(asked.book ?? '')
    if (asked.version && book) {
      // The number may still be that of a chapter of the book before.
      const chapter = asked.chapter >= 1 && asked.chapter <= chapterCount(book) ? asked.chapter : 1
      return { status: 'moved', to: passagePath({ version: asked.version, book: book.name.en, chapter }) }
    }
    const version = readableVersion(await queries.fetchQuery(versionsQuery), language ?? 'en')
    const beginning = version ? passagePath({ version: version.code, book: 'Genesis', chapter: 1 }) : '/'
    return { status: 'unknown', withoutScript: beginning }
  },
}
