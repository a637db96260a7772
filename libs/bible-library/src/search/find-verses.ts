import type { Found } from '@pathlight/contracts/bible.ts'
import { bookByIndex, findBook } from '@pathlight/scripture/books.ts'
import type { Reference } from '@pathlight/scripture/format-reference.ts'
import { parseReferences } from '@pathlight/scripture/references.ts'
import type { Library } from '../library.ts'
import { writeCursor } from './cursor.ts'
import { openPassageSearch } from './passage-search.ts'
import { openSearchIndex } from './search-index.ts'
import { openVerseSearch, type SearchRequest } from './verse-search.ts'

export type FindVerses = (request: SearchRequest) => Found

type Named = { reference: Reference | null; passages: readonly Reference[]; truncated: boolean }
const NOTHING: Named = { reference: null, passages: [], truncated: false }

/** The references that a query consists of. A book's name alone is looked for as a word, and offered as its first chapter. */
const referencesIn = (query: string): Named => {
  const book = findBook(query)
  if (book !== null) {
    const reference = { book: book.name.en, chapter: 1, verse: null, endChapter: 1, endVerse: null }
    return { ...NOTHING, reference }
  }
  const parsed = /\d/.test(query) ? parseReferences(query) : null
  if (parsed?.status !== 'parsed') return NOTHING
  return { reference: parsed.references[0] ?? null, passages: parsed.references, truncated: parsed.truncated }
}

/**
 * Finds verses for the search page: those that a reference names, in the order of the Bible, or those that words are in,
 * best first. Every version that is here, unless versions are named.
 */
export const openFindVerses = (library: Library): FindVerses => {
  const index = openSearchIndex(library.db)
  const words = openVerseSearch(index)
  const verses = openPassageSearch(index, library.db)
  const bookNamed = (index: number): string => bookByIndex(index)?.name.en ?? ''

  return (request) => {
    const { reference, passages, truncated } = referencesIn(request.query.normalize('NFKC').trim())
    const page = passages.length > 0 ? verses.find({ ...request, passages }) : words.find(request)
    return {
      reference,
      truncated,
      total: page.total,
      books: page.books.map(({ book, count }) => ({ book: bookNamed(book), count })),
      hits: page.hits.map(({ id, ...hit }) => ({
        id,
        book: bookNamed(Math.floor(id / 1_000_000)),
        chapter: Math.floor(id / 1000) % 1000,
        verse: id % 1000,
        ...hit,
      })),
      next: page.next === null ? null : writeCursor(page.next),
    }
  }
}
