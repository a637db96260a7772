import type { ImportColumn } from '@pathlight/contracts/import-rules.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { parseReferences } from '@pathlight/scripture/references.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import { endInChapter } from './verses-between.ts'

export type Row = Readonly<Record<ImportColumn, string>>

/** The ids of a passage's first and last verse, and of the last verse of a note on the passage. */
export type RowPassage = { readonly first: number; readonly last: number; readonly noteEnd: number }

/** The most passages of a row. Each gets a copy of the row's note. */
const MOST_PASSAGES = 10
const LONGEST_NAME = 60

/** The number in a cell like `3` or `3장`. A cell for verses may hold a range: 16-18. */
const numberIn = (cell: string): string => cell.trim().replace(/[장편절]$/, '')

/**
 * The passage of a row, from the cell for the whole reference, or from the cells for book, chapter and verse. Null: the
 * first is empty, and the book is unknown.
 */
const referenceIn = (row: Row): string | null => {
  if (row.reference.trim() !== '') return row.reference
  const book = findBook(row.book.trim().slice(0, LONGEST_NAME))
  if (book === null) return null
  const [chapter, verse, endChapter, endVerse] = [row.chapter, row.verse, row.endChapter, row.endVerse].map(numberIn)
  const start = [chapter, verse].filter(Boolean).join(':')
  const end = [endChapter === chapter && verse ? '' : endChapter, endVerse].filter(Boolean).join(':')
  const isRange = end !== '' && end !== (verse || chapter)
  return `${book.name.en} ${start}${isRange ? `-${end}` : ''}`
}

/**
 * The passages that a row names. A chapter stands for all its verses. 'none': the row names no passage that exists.
 * 'several': the row names more than MOST_PASSAGES, or a list with a whole chapter: in `Psalm 23, 24` the comma may
 * separate two chapters, or chapter and verse.
 */
export const passagesIn = (row: Row): readonly RowPassage[] | 'none' | 'several' => {
  const said = referenceIn(row) ?? ''
  const read = parseReferences(said)
  if (read.status !== 'parsed') return read.problem.code === 'too_many' ? 'several' : 'none'
  const { references, truncated } = read
  // `parseReferences` may have joined the chapters of a list into one passage, so the comma is looked for, too.
  const isList = references.length > 1 || said.includes(',')
  if (truncated || references.length > MOST_PASSAGES || (isList && references.some(({ verse }) => verse === null)))
    return 'several'
  return references.flatMap(({ book: name, chapter, verse, endChapter, endVerse }) => {
    const book = findBook(name)
    if (book === null) return []
    const first = verseId(book.index, chapter, verse ?? 1)
    const last = verseId(book.index, endChapter, endVerse ?? verseCount(book, endChapter))
    // A note on a chapter is on the chapter's first verse. A note across chapters ends with the first chapter.
    return { first, last, noteEnd: verse === null ? first : endInChapter(first, last) }
  })
}

/** The passage in the row's own words, for a message. */
export const saidPassage = ({ reference, book, chapter, verse }: Row): string =>
  (reference.trim() || [book, chapter, verse].map((cell) => cell.trim()).join(' ')).slice(0, 60)
