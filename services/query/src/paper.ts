import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import { plainWords } from '@pathlight/contracts/rich-text-as-markdown-rules.ts'
import type { Tagged } from '@pathlight/contracts/tag-rules.ts'
import type { FoundWriting } from '@pathlight/contracts/writing.ts'
import { type BookLanguage, bookName } from '@pathlight/scripture/books.ts'
import { formatReference } from '@pathlight/scripture/format-reference.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'

// biome-ignore lint/suspicious/noExplicitAny: each kind writes its own items, so no other type holds them all
type AnyItem = any

/** The day of a time (ISO 8601) in the time zone of an export: 2026-03-01. */
export type DayOf = (time: string) => string

/** Names days in a time zone (IANA). */
export const daysIn = (timeZone: string): DayOf => {
  // Swedish dates have the form of ISO 8601, but for the zeros before an early year.
  const format = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone })
  return (time) => format.format(new Date(time)).padStart('2026-03-01'.length, '0')
}

/** An item that another item names. `hasFile`: the export writes the named item into a file of its own. */
export type FoundNamed = {
  readonly title: string | null
  readonly text: string
  readonly passage: FoundWriting['passage']
  readonly hasFile: boolean
}

/** The form of a kind in the Markdown export: a file for each book of the Bible, a file for each item, or one file. */
export type Paper = {
  /** The name of the kind's folder or file, and the heading. */
  readonly title: Readonly<Record<BookLanguage, string>>
} & (
  | {
      readonly files: 'book' | 'one'
      /** Writes an item in Markdown. */
      readonly inWords: (item: AnyItem, language: BookLanguage, dayOf: DayOf) => string
    }
  | {
      readonly files: 'item'
      readonly nameOf: (item: AnyItem, dayOf: DayOf) => string
      /**
       * Writes an item in Markdown, as a whole or piece by piece. `find`: finds an item that this item names; null:
       * that item is gone.
       */
      readonly inWords: (
        item: AnyItem,
        language: BookLanguage,
        dayOf: DayOf,
        find: (kind: HistoryKind, id: string) => Promise<FoundNamed | null>,
      ) => string | AsyncIterable<string>
    }
)

/** The name of the verses from `start` to `end` (verse ids), for example John 3:16-18; '' if a verse does not exist. */
export const sayVerses = (start: number, end: number, language: BookLanguage): string => {
  const [from, to] = [parseVerseId(start), parseVerseId(end)]
  if (from === null || to === null) return ''
  const book = bookName(from.book, 'en')
  const [chapter, verse, endChapter, endVerse] = [from.chapter, from.verse, to.chapter, to.verse]
  return formatReference({ book, chapter, verse, endChapter, endVerse }, language)
}

const TAGS: Readonly<Record<BookLanguage, string>> = { en: 'Tags', ko: '태그' }
/** The tags of an item as words; '' for no tags. */
export const sayTags = ({ tags = [] }: Tagged, language: BookLanguage): string =>
  tags.length === 0 ? '' : `${TAGS[language]}: ${tags.map(plainWords).join(', ')}`
