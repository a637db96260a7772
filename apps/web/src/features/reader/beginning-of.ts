import type { Version } from '@pathlight/contracts/bible.ts'
import { bookByIndex } from '@pathlight/scripture/books.ts'
import type { ChapterReference } from '../../bible/chapter-reference.ts'

/** The first chapter of a version's first book: Genesis 1, or Matthew 1 of a New Testament. */
export const beginningOf = ({ code, books: [first = 1] }: Pick<Version, 'code' | 'books'>): ChapterReference => ({
  version: code,
  book: bookByIndex(first)?.name.en ?? 'Genesis',
  chapter: 1,
})
