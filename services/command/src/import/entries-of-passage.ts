import { withoutHalfCharacter } from '@pathlight/contracts/excerpt-rules.ts'
import type { ImportedPad, ImportedPassage } from '@pathlight/contracts/import.ts'
import type { ImportedApp } from '@pathlight/contracts/import-rules.ts'
import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import {
  PAD_BYTES_MAX,
  PAD_ENTRIES_MAX,
  PAD_TEXT_MAX,
  PAD_TITLE_MAX,
  padBytes,
} from '@pathlight/contracts/pad-rules.ts'
import { type Tagged, tagsFrom } from '@pathlight/contracts/tag-rules.ts'
import { bookmarkId } from '@pathlight/domain/bookmarks/bookmark-item.ts'
import { highlightId } from '@pathlight/domain/highlights/events.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import { correspondingVerses, type Versification } from '@pathlight/scripture/versification.ts'
import { nameBasedId } from '../event-id.ts'
import { added, type Change, type Entry, type Why } from './entry.ts'
import { endInChapter, MOST_VERSES, TOO_MANY_VERSES, textNotHere, versesBetween } from './verses-between.ts'

export type PassageOptions = {
  readonly userId: string
  /** The version to use where the other app names none that Pathlight knows. */
  readonly version: string
  /**
   * The date of a passage without a date or with one in the future, ISO 8601. All readings of one import get the same
   * `now`.
   */
  readonly now: string
  /** Whether Pathlight knows this version, even if its text is not installed. */
  readonly knowsVersion: (code: string) => boolean
  /** How a version numbers its verses. */
  readonly versificationOf: (version: string) => Versification
  /** The plain text of a verse. Null: the version's text is not installed. '': the text does not have the verse. */
  readonly verseText: (version: string, verseId: number) => string | null
}

/** The other app's time if it is after 1970 and not after `now`, else the parameter `otherwise`. */
const timeOf = (milliseconds: number | null, now: string, otherwise = now): string =>
  milliseconds !== null && milliseconds > 0 && milliseconds <= Date.parse(now)
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

/**
 * The version of a passage on this server, and its verses in the numbering of that version. Other apps number verses by
 * the standard of English Bibles. A passage over several chapters ends with its first chapter.
 */
const placed = (
  { first: from, last, version: named }: Pick<ImportedPassage, 'first' | 'last' | 'version'>,
  { knowsVersion, versificationOf, version: otherwise }: PassageOptions,
) => {
  const version = (named !== null && knowsVersion(named) ? named : otherwise).toUpperCase()
  const inVersion = (id: number): readonly number[] => {
    const found = correspondingVerses(id, 'eng', versificationOf(version))
    return found.length > 0 ? found : [id]
  }
  const [first = from] = inVersion(from)
  const length = endInChapter(from, last) - from + 1
  const noted = Array.from({ length }, (_, n) => inVersion(from + n)).flat()
  const inChapter = noted.filter((id) => Math.floor(id / 1000) === Math.floor(first / 1000))
  return { inVersion, place: { verse_id: first, end_verse_id: Math.max(first, ...inChapter), version } }
}

/** The id on this server of an item that has the id `id` in another app. */
const idHere = ({ userId }: PassageOptions, app: ImportedApp, id: string, ...more: string[]) =>
  nameBasedId(userId, app, id, ...more)

/** Turns a passage into a note if it has words, highlights if it has a colour, and a bookmark if it has neither. */
export const entriesOfPassage = (
  app: ImportedApp,
  kept: ImportedPassage,
  options: PassageOptions,
): readonly Entry[] => {
  const { verseText, now } = options
  const line = kept.row
  const created_at = timeOf(kept.created_at, now)
  const updated_at = timeOf(Math.max(kept.created_at ?? 0, kept.updated_at ?? 0), now, created_at)
  const idOf = (...more: string[]) => idHere(options, app, kept.id, ...more)
  const { inVersion, place } = placed(kept, options)
  const { version } = place
  const standard = versesBetween(kept.first, kept.last)
  const verses = [...new Set(standard.flatMap(inVersion))]
  const refusals: Why[] = []
  const tags = tagsFrom(kept.tags ?? [])
  const note = () =>
    added('note', { id: idOf('note'), ...place, text: kept.text, title: null, tags, created_at, updated_at })
  const highlights = (color: string): readonly Change[] => {
    if (standard.length > MOST_VERSES) refusals.push(TOO_MANY_VERSES)
    if (standard.length > MOST_VERSES) return []
    const found = verses.flatMap((verse) => {
      const words = verseText(version, verse)
      // An edition may omit a verse, or join it to the verse before. Such a verse has no text of its own.
      if (!words) return []
      const id = highlightId(verse, version, idOf('highlight', String(verse)))
      const range = { selected_text: words, start_offset: 0, end_offset: words.length }
      // The other app has one set of tags for the words and the highlights of a passage. Here the note gets the tags,
      // or the highlights if there is no note.
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

/**
 * Splits a text of a study pad into entries that are short enough. A character has at most two UTF-16 units, so a piece
 * has half as many characters as the limit has units.
 */
const TEXT_PIECE = new RegExp(`.{1,${PAD_TEXT_MAX / 2}}`, 'gsu')

/** Distributes the entries over as many study pads as are needed. */
const inPads = (entries: readonly PadEntry[]): readonly (readonly PadEntry[])[] => {
  const pads: PadEntry[][] = []
  let bytes = PAD_BYTES_MAX
  for (const entry of entries) {
    bytes += padBytes([entry])
    if (bytes > PAD_BYTES_MAX || pads.at(-1)?.length === PAD_ENTRIES_MAX) {
      pads.push([])
      bytes = padBytes([entry])
    }
    pads.at(-1)?.push(entry)
  }
  return pads
}

/**
 * Turns a study pad of another app into one pad, or into several where it is too large. For a passage with words the
 * pad refers to the note that was made of the passage.
 */
export const entriesOfPad = (app: ImportedApp, kept: ImportedPad, options: PassageOptions): readonly Entry[] => {
  const { id, row: line, title: named } = kept
  const entries = kept.entries.flatMap((entry): readonly PadEntry[] => {
    if ('text' in entry) return (entry.text.match(TEXT_PIECE) ?? []).map((text) => ({ type: 'text', text }))
    if (entry.note !== null) return [{ type: 'item', kind: 'note', id: idHere(options, app, entry.note, 'note') }]
    return [{ type: 'passage', ...placed(entry, options).place }]
  })
  const title = named.trim() || app
  const changes = inPads(entries).map((some, n) =>
    added('pad', {
      id: idHere(options, app, id, 'pad', ...(n === 0 ? [] : [String(n)])),
      title: n === 0 ? title : `${withoutHalfCharacter(title.slice(0, PAD_TITLE_MAX - 6))} (${n + 1})`,
      ...{ entries: some, tags: [], created_at: options.now, updated_at: options.now },
    }),
  )
  return changes.length > 0 ? [{ line, changes }] : []
}
