import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { Verse, Version } from '@pathlight/contracts/bible.ts'
import { bookByIndex } from '@pathlight/scripture/books.ts'
import { openRowOf } from './joined-verses.ts'
import { openForReading, verseRow } from './schema.ts'
import { KNOWN_VERSIONS } from './version-details.ts'

/** A version whose text is here. */
export type InstalledVersion = Version & {
  /** Its number in this file: part of the key of every row (`verseRow`). */
  number: number
  /** A line to be shown with the text, or null. */
  copyright: string | null
  /** Changes whenever the text does: good for an ETag. */
  fingerprint: string
  /** How many verses it has. */
  verses: number
}

type Row = Record<string, SQLOutputValue>

const text = (value: SQLOutputValue | undefined): string => (typeof value === 'string' ? value : '')

const installedOf = (row: Row): InstalledVersion => ({
  number: Number(row.number),
  code: text(row.code),
  name: text(row.name),
  localName: text(row.local_name),
  language: text(row.language),
  direction: row.direction === 'rtl' ? 'rtl' : 'ltr',
  licence: text(row.licence),
  copyright: row.copyright === null ? null : text(row.copyright),
  source: row.source === 'built-in' ? 'built-in' : 'imported',
  available: true,
  hint: null,
  command: null,
  versification: text(row.versification),
  fingerprint: text(row.fingerprint),
  books: JSON.parse(text(row.books)),
  verses: Number(row.verses),
})

/** Reads the Bible texts of one file. Versions that are imported or removed meanwhile show without a restart. */
export type Library = {
  /** Every version: those that are here, then the specification's that are not, each with what would bring it. */
  versions(): Version[]
  /** A version whose text is here, by its code in any case of letters; null when it is not. */
  version(code: string): InstalledVersion | null
  /** The versions whose text is here: the same array until something in the file changes. */
  installed(): readonly InstalledVersion[]
  /** The verses of a chapter in order; empty when the version, book or chapter is not here. */
  chapter(code: string, bookIndex: number, chapter: number): Verse[]
  /**
   * The verses from one verse id to another, both included, in order (at most 31,200: a whole Bible). Joined verses that
   * begin before the first and reach it are among them.
   */
  verses(code: string, fromVerseId: number, throughVerseId: number): Verse[]
  /** The open file, for search; read only. */
  readonly db: DatabaseSync
  close(): void
}

/** Opens a library that was built before. Throws when the file is missing or of a newer Pathlight. */
export const openLibrary = (file: string): Library => libraryIn(openForReading(file))

/** The texts of a file that is open already. */
export const libraryIn = (db: DatabaseSync): Library => {
  // data_version moves when another connection has committed: only then is the registry read again.
  const dataVersion = db.prepare('PRAGMA data_version')
  const selectVersions = db.prepare('SELECT * FROM version ORDER BY source, number')
  const selectVerses = db.prepare('SELECT row, text, through, layout FROM verse WHERE row BETWEEN ? AND ? ORDER BY row')
  const rowOf = openRowOf(db)
  let seen: SQLOutputValue | undefined
  let here = { all: [] as readonly InstalledVersion[], byCode: new Map<string, InstalledVersion>() }

  const current = () => {
    const now = dataVersion.get()?.data_version
    if (now !== seen) {
      const all = selectVersions.all().map(installedOf)
      here = { all, byCode: new Map(all.map((found) => [found.code.toUpperCase(), found])) }
      seen = now
    }
    return here
  }
  const version = (code: string) => current().byCode.get(code.toUpperCase()) ?? null

  const verses = (code: string, fromVerseId: number, throughVerseId: number): Verse[] => {
    const found = version(code)
    if (!found) return []
    const first = verseRow(found.number, 0)
    const last = verseRow(found.number + 1, 0) - 1
    const from = rowOf(Math.max(first, first + fromVerseId))
    const rows = selectVerses.all(from, Math.min(last, first + throughVerseId))
    return rows.map((row) => {
      const verseId = Number(row.row) - first
      return {
        version: found.code,
        book: bookByIndex(Math.floor(verseId / 1_000_000))?.name.en ?? '',
        chapter: Math.floor(verseId / 1000) % 1000,
        verse: verseId % 1000,
        verse_id: verseId,
        text: text(row.text),
        ...(row.through !== null && { through: Number(row.through) }),
        ...(row.layout !== null && JSON.parse(text(row.layout))),
      }
    })
  }

  return {
    db,
    version,
    verses,
    installed: () => current().all,
    versions: () => {
      const { all, byCode } = current()
      const absent = KNOWN_VERSIONS.filter(({ code }) => !byCode.has(code))
      return [
        ...all.map(({ number: _number, copyright: _copyright, fingerprint: _print, verses: _n, ...v }) => v),
        ...absent.map(
          (known): Version => ({ ...known, source: 'absent', available: false, books: [], versification: 'eng' }),
        ),
      ]
    },
    chapter: (code, bookIndex, chapter) => {
      if (!bookByIndex(bookIndex) || !Number.isInteger(chapter) || chapter < 1 || chapter > 999) return []
      const first = bookIndex * 1_000_000 + chapter * 1000
      return verses(code, first, first + 999)
    },
    close: () => db.close(),
  }
}
