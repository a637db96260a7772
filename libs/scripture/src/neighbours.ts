import { BOOKS, type Book } from './books.ts'
import type { Passage } from './chapters.ts'
import { hasChapter } from './has-chapter.ts'
import { lastVerses, type Versification } from './versification.ts'

/** A chapter. `book`: the English name. */
type ChapterName = { readonly book: string; readonly chapter: number }

/**
 * The chapters before and after `passage` in a text that has only `books` (book indexes). An empty list means all 66
 * books. In the Hebrew numbering Joel has four chapters and Malachi three.
 */
export const neighboursIn = (
  { book, chapter }: Passage,
  { books, versification }: { readonly books: readonly number[]; readonly versification: Versification },
): { readonly previous: ChapterName | null; readonly next: ChapterName | null } => {
  const has = ({ index }: Book) => books.length === 0 || books.includes(index)
  const lastChapter = (of: Book) => lastVerses(versification, of).filter((_, at) => hasChapter(of, at + 1)).length
  const step = (other: Book | undefined, at: (other: Book) => number, within: number): ChapterName | null => {
    if (has(book) && within >= 1 && within <= lastChapter(book)) return { book: book.name.en, chapter: within }
    return other ? { book: other.name.en, chapter: at(other) } : null
  }
  return {
    previous: step(
      BOOKS.findLast((one) => one.index < book.index && has(one)),
      lastChapter,
      chapter - 1,
    ),
    next: step(
      BOOKS.find((one) => one.index > book.index && has(one)),
      () => 1,
      chapter + 1,
    ),
  }
}
