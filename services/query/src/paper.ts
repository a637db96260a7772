import type { Tagged } from '@pathlight/contracts/tag-rules.ts'
import { type BookLanguage, bookName } from '@pathlight/scripture/books.ts'
import { formatReference } from '@pathlight/scripture/format-reference.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import { plainWords } from './rich-text-as-markdown.ts'

// biome-ignore lint/suspicious/noExplicitAny: each kind writes its own items, so no other type holds them all
type AnyItem = any

/** How the Markdown export writes a kind: a file for each book of the Bible, a file for each item, or one file. */
export type Paper = {
  /** The name of its folder or file, and the heading. */
  readonly title: Readonly<Record<BookLanguage, string>>
  readonly files: 'book' | 'item' | 'one'
  /** The name of an item's file, if each has one. */
  readonly nameOf?: (item: AnyItem) => string
  /** An item in Markdown. */
  readonly inWords: (item: AnyItem, language: BookLanguage) => string
}

/** The name of verses, as the version numbers them. */
export const sayVerses = (start: number, end: number, language: BookLanguage): string => {
  const [from, to] = [parseVerseId(start), parseVerseId(end)]
  if (from === null || to === null) return ''
  const book = bookName(from.book, 'en')
  const [chapter, verse, endChapter, endVerse] = [from.chapter, from.verse, to.chapter, to.verse]
  return formatReference({ book, chapter, verse, endChapter, endVerse }, language)
}

const TAGS: Readonly<Record<BookLanguage, string>> = { en: 'Tags', ko: '태그' }
/** The tags of an item; '' for none. */
export const sayTags = ({ tags = [] }: Tagged, language: BookLanguage): string =>
  tags.length === 0 ? '' : `${TAGS[language]}: ${tags.map(plainWords).join(', ')}`

/** The day of a time: 2026-03-01 (UTC). */
export const dayOf = (time: string): string => time.slice(0, 10)
