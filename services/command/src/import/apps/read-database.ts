import type { ImportedApp } from '@pathlight/contracts/import-rules.ts'
import { bookmarkId } from '@pathlight/domain/bookmarks/events.ts'
import { highlightId } from '@pathlight/domain/highlights/events.ts'
import { openRoom, RoomFull, TookTooMuch } from '@pathlight/jobs/elsewhere.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import { correspondingVerses, type Versification } from '@pathlight/scripture/versification.ts'
import { nameBasedId } from '../../event-id.ts'
import type { Change, Entry, Why } from '../entry.ts'
import { cutOff, FileRefused } from '../file-refused.ts'
import { endInChapter, MOST_VERSES, TOO_MANY_VERSES, textNotHere, versesBetween } from '../verses-between.ts'
import type { Kept } from './app-layout.ts'
import { backupInZip } from './backup-in-zip.ts'
import type { Cursor, ReadRows, ReadTask } from './database-thread.ts'

/** A database of another app, packed or not, has at most so many bytes: it is held in memory, because SQLite reads it in any order. */
const MOST_BYTES = 50_000_000
/** All that are read at one time have so many. */
const MOST_BYTES_AT_ONCE = 200_000_000
/** A task reads 200 rows. Whatever a database is, that is a small part of this. */
const ROOM = { mostMs: 10_000, mostMb: 128, mostWaiting: 50 }

export type DatabaseOptions = {
  readonly userId: string
  /** The version of what the other app kept on a version that is not known here. */
  readonly version: string
  /** The date of what has none. ISO 8601. */
  readonly now: string
  /** Whether there is a version of this code, be its text here or not. */
  readonly knowsVersion: (code: string) => boolean
  /** How a version numbers its verses. */
  readonly versificationOf: (version: string) => Versification
  /** The plain text of a verse; null or '': it is not here. */
  readonly verseText: (version: string, verseId: number) => string | null
  readonly tellFormat?: (format: ImportedApp) => void
}

/** Reads databases of other apps. Throws FileRefused, and RoomFull where too many are read. */
export type DatabaseReader = {
  readonly read: (
    source: AsyncIterable<Uint8Array>,
    packed: 'zip' | 'plain',
    options: DatabaseOptions,
  ) => AsyncGenerator<Entry>
  readonly close: () => Promise<void>
}

const tooLarge = () =>
  new FileRefused('import_database_too_large', `A file of another app may have at most ${MOST_BYTES / 1e6} MB.`, 1, {
    max: MOST_BYTES / 1e6,
  })
const broken = () =>
  new FileRefused('import_database_broken', 'This database is damaged. Please make the backup anew.', 1)

const sharedCopy = (chunks: readonly Uint8Array[]): SharedArrayBuffer => {
  const shared = new SharedArrayBuffer(chunks.reduce((sum, { length }) => sum + length, 0))
  const bytes = new Uint8Array(shared)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return shared
}

/** Looks at a database's header (sqlite.org/fileformat2.html), and makes it one that can be read in memory. Throws FileRefused. */
const prepared = (file: SharedArrayBuffer): SharedArrayBuffer => {
  const header = Buffer.from(file, 0, Math.min(100, file.byteLength))
  if (header.length < 100) throw cutOff(1)
  if (!header.toString('latin1').startsWith('SQLite format 3\0')) throw broken()
  const size = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  if (header.readUInt32BE(28) * size > file.byteLength) throw cutOff(1)
  // With a write-ahead log SQLite would look for a second file. The app has written all of that into this one before its backup.
  header[18] = 1
  header[19] = 1
  return file
}

/** A time of the app, where it can be one. */
const timeOf = (milliseconds: number, otherwise: string): string =>
  milliseconds > 0 && milliseconds <= Date.now() ? new Date(milliseconds).toISOString() : otherwise

/** What a row becomes: a note where it has words, highlights where it has a colour, and a bookmark where it has neither. */
const entriesOf = (app: ImportedApp, line: number, kept: Kept, options: DatabaseOptions): readonly Entry[] => {
  const { userId, knowsVersion, versificationOf, verseText, now } = options
  const version = (kept.version !== null && knowsVersion(kept.version) ? kept.version : options.version).toUpperCase()
  const created_at = timeOf(kept.createdAt, now)
  const updated_at = timeOf(Math.max(kept.createdAt, kept.updatedAt), created_at)
  const idOf = (...more: string[]) => nameBasedId(userId, app, kept.id, ...more)
  // The apps number verses as the standard does, and what is kept here is numbered as its version does.
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
  const note = () => added('note', { id: idOf('note'), ...place, text: kept.text, title: null, created_at, updated_at })
  const highlights = (color: string): readonly Change[] => {
    if (standard.length > MOST_VERSES) refusals.push(TOO_MANY_VERSES)
    if (standard.length > MOST_VERSES) return []
    const found = verses.flatMap((verse) => {
      const words = verseText(version, verse)
      // What the edition leaves out, or joins to the verse before, has no words of its own.
      if (!words) return []
      const id = highlightId(verse, version, idOf('highlight', String(verse)))
      const range = { selected_text: words, start_offset: 0, end_offset: words.length }
      return added('highlight', { id, verse_id: verse, version, ...range, color, created_at })
    })
    if (found.length === 0) refusals.push(textNotHere(version))
    return found
  }
  const bookmark = () => {
    const at = parseVerseId(first)
    if (at === null) return []
    const endVerseId = place.end_verse_id === first ? null : place.end_verse_id
    const id = bookmarkId(version, at.book.index, at.chapter, { verseId: first, endVerseId })
    const named = { book: bookName(at.book, 'en'), chapter: at.chapter }
    return [added('bookmark', { id, ...named, ...place, end_verse_id: endVerseId, created_at })]
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

/** A reader with a thread of its own, which begins with the first database. */
export const openDatabaseReader = (): DatabaseReader => {
  const room = openRoom<ReadTask, ReadRows>({ file: new URL('./database-thread.ts', import.meta.url), ...ROOM })
  let held = 0

  const have = async (userId: string, file: SharedArrayBuffer, from: Cursor) => {
    const read = await room.have(userId, { file, from }).catch((error: unknown) => {
      if (error instanceof TookTooMuch) throw broken()
      throw error
    })
    if (!('refused' in read)) return read
    if (read.refused === 'broken') throw broken()
    const what = 'The app that made this database, or its version, is not known here.'
    throw new FileRefused('import_unknown_database', what, 1)
  }

  async function* read(
    source: AsyncIterable<Uint8Array>,
    packed: 'zip' | 'plain',
    options: DatabaseOptions,
  ): AsyncGenerator<Entry> {
    let mine = 0
    const hold = (bytes: number) => {
      if (held + bytes > MOST_BYTES_AT_ONCE) throw new RoomFull('Too many databases are read.')
      held += bytes
      mine += bytes
    }
    try {
      const chunks: Uint8Array[] = []
      for await (const chunk of source) {
        hold(chunk.length)
        if (mine > MOST_BYTES) throw tooLarge()
        chunks.push(chunk)
      }
      const file =
        packed === 'plain' ? sharedCopy(chunks) : await backupInZip(Buffer.concat(chunks), MOST_BYTES, tooLarge)
      chunks.length = 0
      held += file.byteLength - mine
      mine = file.byteLength
      const database = prepared(file)
      for (let from: Cursor | null = { part: 0, row: null, count: 0 }; from !== null; ) {
        const { app, rows, next }: Exclude<ReadRows, { refused: unknown }> = await have(options.userId, database, from)
        options.tellFormat?.(app)
        for (const { line, found } of rows)
          if ('refused' in found) yield { line, ...found }
          else yield* entriesOf(app, line, found, options)
        from = next
      }
    } finally {
      held -= mine
    }
  }

  return { read, close: room.close }
}
