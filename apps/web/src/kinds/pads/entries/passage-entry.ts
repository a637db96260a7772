import type { Chapter, Verse } from '@pathlight/contracts/bible.ts'
import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import type { BookLanguage } from '@pathlight/scripture/books.ts'
import { formatReference } from '@pathlight/scripture/format-reference.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { passagePath } from '../../../bible/passage-path.ts'

export type PassageEntry = Extract<PadEntry, { type: 'passage' }>

/** The first and the last verse of a passage. Null if the Bible has no such verse. */
const rangeOf = ({ verse_id, end_verse_id }: PassageEntry) => {
  const first = parseVerseId(verse_id)
  const last = parseVerseId(end_verse_id ?? verse_id)
  return first && last && { first, last }
}

/** The name of a passage: John 3:16–18, Psalm 23, 시편 23편. '' if the Bible has no such passage. */
export const passageName = (entry: PassageEntry, language: BookLanguage): string => {
  const range = rangeOf(entry)
  if (!range) return ''
  const { first, last } = range
  const chapters = { book: first.book.name.en, chapter: first.chapter, endChapter: last.chapter }
  const isWhole = first.verse === 1 && last.verse > 1 && last.verse >= verseCount(last.book, last.chapter)
  const verses = isWhole ? { verse: null, endVerse: null } : { verse: first.verse, endVerse: last.verse }
  return formatReference({ ...chapters, ...verses }, language)
}

/** The address of the passage in the reader. Null if the Bible has no such passage. `from`: the verse to begin at. */
export const passageHref = (entry: PassageEntry, from?: { readonly chapter: number; readonly verse: number }) => {
  const range = rangeOf(entry)
  if (!range) return null
  const { first, last } = range
  const { chapter, verse } = from ?? first
  const through = last.chapter === chapter ? last.verse : verse
  return passagePath({ version: entry.version, book: first.book.name.en, chapter }, verse, through)
}

/** The chapters of the passage, from its first to its last. Empty if the Bible has no such passage. */
export const chaptersOf = (entry: PassageEntry): readonly ChapterReference[] => {
  const range = rangeOf(entry)
  if (!range) return []
  const { first, last } = range
  const length = Math.max(1, last.chapter - first.chapter + 1)
  return Array.from({ length }, (_, step) => ({
    version: entry.version,
    book: first.book.name.en,
    chapter: first.chapter + step,
  }))
}

/**
 * The verses of the passage in these chapters, without empty verses. Verses that the version joins (4-5) count if one
 * of them is in the passage.
 */
export const versesOf = (chapters: readonly Chapter[], entry: PassageEntry): readonly Verse[] =>
  chapters
    .flatMap(({ verses }) => verses)
    .filter(({ verse_id, verse, through = verse, text }) => {
      const isIn = verse_id <= (entry.end_verse_id ?? entry.verse_id) && verse_id + through - verse >= entry.verse_id
      return isIn && text.trim() !== ''
    })

/** The most verses of a passage that are shown. A longer passage has a link to the rest. */
const SHOWN_MOST = 6
/** The verses of a passage to show. `on`: the first verse that is not shown; null if all are shown. */
export const shownVerses = (
  verses: readonly Verse[],
): { readonly shown: readonly Verse[]; readonly on: Verse | null } =>
  // A single verse left over is shown, because a link would take as much room.
  verses.length <= SHOWN_MOST + 1
    ? { shown: verses, on: null }
    : { shown: verses.slice(0, SHOWN_MOST), on: verses[SHOWN_MOST] ?? null }
