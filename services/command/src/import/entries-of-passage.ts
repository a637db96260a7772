import type { ImportedPassage } from '@pathlight/contracts/import.ts'
import type { ImportedApp } from '@pathlight/contracts/import-rules.ts'
import { type Tagged, tagsFrom } from '@pathlight/contracts/tag-rules.ts'
import { bookmarkId } from '@pathlight/domain/bookmarks/bookmark-item.ts'
import { highlightId } from '@pathlight/domain/highlights/events.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import { correspondingVerses, type Versification } from '@pathlight/scripture/versification.ts'
import { nameBasedId } from '../event-id.ts'
import type { Change, Entry, Why } from './entry.ts'
import { endInChapter, MOST_VERSES, TOO_MANY_VERSES, textNotHere, versesBetween } from './verses-between.ts'

export type PassageOptions = {
  readonly userId: string
  /** The version to use where the other app's version is unknown here. */
  readonly version: string
  /** The date of a passage without one. ISO 8601. */
  readonly now: string
  /** Whether a version of this code is known, with or without its text. */
  readonly knowsVersion: (code: string) => boolean
  /** How a version numbers its verses. */
  readonly versificationOf: (version: string) => Versification
  /** The plain text of a verse; null or '': there is none here. */
  readonly verseText: (version: string, verseId: number) => string | null
}

/** The app's time if it is in the past, otherwise `otherwise`. */
const timeOf = (milliseconds: number | null, otherwise: string): string =>
  milliseconds !== null && milliseconds > 0 && milliseconds <= Date.now()
    ? new Date(milliseconds).toISOString()
    : otherwise

/** A bookmark on verses of a chapter; null: there is no such verse. */
export const bookmarkOn = (
  on: { readonly verse_id: number; readonly end_verse_id: number | null; readonly version: string } & Tagged & {
      readonly created_at: string
    },
) => {
  const at = parseVerseId(on.verse_id)
  if (at === null) return null
  const end_verse_id = on.end_verse_id === on.verse_id ? null : on.end_verse_id
  const id = bookmarkId(on.version, at.book.index, at.chapter, { verseId: on.verse_id, endVerseId: end_verse_id })
  return { ...on, id, book: bookName(at.book, 'en'), chapter: at.chapter, end_verse_id }
}

/** Turns a passage into a note if it has words, highlights if it has a colour, and a bookmark if it has neither. */
export const entriesOfPassage = (
  app: ImportedApp,
  kept: ImportedPassage,
  options: PassageOptions,
): readonly Entry[] => {
  const { userId, knowsVersion, versificationOf, verseText, now } = options
  const line = kept.row
  const version = (kept.version !== null && knowsVersion(kept.version) ? kept.version : options.version).toUpperCase()
  const created_at = timeOf(kept.created_at, now)
  const updated_at = timeOf(Math.max(kept.created_at ?? 0, kept.updated_at ?? 0), created_at)
  const idOf = (...more: string[]) => nameBasedId(userId, app, kept.id, ...more)
  // The apps follow the standard numbering, and our items follow that of their version.
  const inVersion = (id: number): readonly number[] => {
    const found = correspondingVerses(id, 'eng', versificationOf(version))
    return found.length > 0 ? found : [id]
  }
  const standard = versesBetween(kept.first, kept.last)
  const verses = [...new Set(standard.flatMap(inVersion))]
  const [first = kept.first] = inVersion(kept.first)
  const length = endInChapter(kept.first, kept.last) - kept.first + 1
  const noted = Array.from({ length }, (_, n) => inVersion(kept.first + n)).flat()
  const inChapter = noted.filter((id) => Math.floor(id / 1000) === Math.floor(first / 1000))
  const place = { verse_id: first, end_verse_id: Math.max(first, ...inChapter), version }
  const refusals: Why[] = []
  const added = (kind: Change['kind'], item: Change['item']): Change => ({
    ...{ kind, id: null, action: 'added', at: null, item, after: null },
  })
  const tags = tagsFrom(kept.tags ?? [])
  const note = () =>
    added('note', { id: idOf('note'), ...place, text: kept.text, title: null, tags, created_at, updated_at })
  const highlights = (color: string): readonly Change[] => {
    if (standard.length > MOST_VERSES) refusals.push(TOO_MANY_VERSES)
    if (standard.length > MOST_VERSES) return []
    const found = verses.flatMap((verse) => {
      const words = verseText(version, verse)
      // An edition may omit a verse, or join it to the one before. Such a verse has no text.
      if (!words) return []
      const id = highlightId(verse, version, idOf('highlight', String(verse)))
      const range = { selected_text: words, start_offset: 0, end_offset: words.length }
      // The other app has words and highlights of a passage as one item with one set of tags. So only one of ours gets them.
      const tagged = kept.text === '' && { tags }
      return added('highlight', { id, verse_id: verse, version, ...range, color, ...tagged, created_at })
    })
    if (found.length === 0) refusals.push(textNotHere(version))
    return found
  }
  const bookmark = () => {
    const item = bookmarkOn({ ...place, created_at, tags })
    return item === null ? [] : [added('bookmark', item)]
  }
  const changes = [
    ...(kept.text === '' ? [] : [note()]),
    ...(kept.color === null ? [] : highlights(kept.color)),
    ...(kept.text === '' && kept.color === null ? bookmark() : []),
  ]
  const [refused] = refusals
  return [
    ...(changes.length > 0 ? [{ line, changes }] : []),
    ...(refused ? [{ line, kind: 'highlight', refused } as const] : []),
  ]
}
