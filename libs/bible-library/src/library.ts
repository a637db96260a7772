import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { Verse, Version } from '@pathlight/contracts/bible.ts'
import { bookByIndex } from '@pathlight/scripture/books.ts'
import { openForReading, verseRow } from './schema.ts'
import { KNOWN_VERSIONS } from './version-details.ts'

/**
 * Returns a function that finds the row with a verse's text: the verse's own row, or the row of joined verses (2-3)
 * that cover it.
 */
const openRowOf = (db: DatabaseSync): ((row: number) => number) => {
  const before = db.prepare('SELECT row, through FROM verse WHERE row >= ? AND row < ? ORDER BY row DESC LIMIT 1')
  return (row) => {
    const verse = row % 1000
    // Verse 0 means the beginning of a chapter. No joined verses can begin before it.
    const last = verse > 0 ? before.get(row - verse, row) : undefined
    return last !== undefined && Number(last.through) >= verse ? Number(last.row) : row
  }
}

/** A version whose text is in the library. */
export type InstalledVersion = Version & {
  /** The version's number in the library's database. It is part of the key of every verse (`verseRow`). */
  number: number
  /** The copyright notice that the licence requires; null for none. */
  copyright: string | null
  /** A hash that changes with the text. It serves as ETag. */
  fingerprint: string
  verses: number
}

type Row = Record<string, SQLOutputValue>

/** Matches licences that require the text's name and licence wherever the text is shown. CC0 does not require this. */
const REQUIRES_ATTRIBUTION = /\bCC[ -]BY\b|Creative Commons (?:Attribution|BY)\b|creativecommons\.org\/licenses\/by\b/i

const text = (value: SQLOutputValue | undefined): string => (typeof value === 'string' ? value : '')

/** The notice of a text: the stored notice, or else the notice that the licence requires. Null if there is none. */
const noticeOf = ({ copyright, name, licence }: Row): string | null => {
  if (copyright !== null) return text(copyright)
  return REQUIRES_ATTRIBUTION.test(text(licence)) ? `${text(name)}. ${text(licence)}` : null
}

const installedOf = (row: Row): InstalledVersion => ({
  number: Number(row.number),
  code: text(row.code),
  name: text(row.name),
  localName: text(row.local_name),
  language: text(row.language),
  direction: row.direction === 'rtl' ? 'rtl' : 'ltr',
  licence: text(row.licence),
  copyright: noticeOf(row),
  source: row.source === 'built-in' ? 'built-in' : 'imported',
  available: true,
  hint: null,
  command: null,
  versification: text(row.versification),
  fingerprint: text(row.fingerprint),
  books: JSON.parse(text(row.books)),
  verses: Number(row.verses),
})

/** Reads the Bible texts of one file. It notices when another process imports or removes a version. */
export type Library = {
  /**
   * The installed versions. After them, each with a hint how to get it, the versions that the product's specification
   * names and that are not installed.
   */
  versions(): Version[]
  /** An installed version by its code, in upper or lower case; null when there is none. */
  version(code: string): InstalledVersion | null
  /** Whether a version with this code, in any case, is or was here, or is named by the product's specification. */
  knows(code: string): boolean
  /**
   * How a version numbers its verses, also one that was removed; the standard numbering (`eng`) for a version that was
   * never here.
   */
  versificationOf(code: string): string
  /** The standard numbering, and that of every version that is or was here. */
  versifications(): readonly string[]
  /** The installed versions. The same array is returned until another connection changes the file. */
  installed(): readonly InstalledVersion[]
  /** The verses of a chapter by ascending number; empty when the library lacks the version, book or chapter. */
  chapter(code: string, bookIndex: number, chapter: number): Verse[]
  /**
   * The verses from one verse id to another, both included, by ascending id. Joined verses that begin before the first
   * id and cover it are included.
   */
  verses(code: string, fromVerseId: number, throughVerseId: number): Verse[]
  /**
   * The open file. `openLibrary` opens it for reading only. The search and other parts of this package send their own
   * queries to it.
   */
  readonly db: DatabaseSync
  close(): void
}

/** Opens an existing library. Throws when the file is missing, or was written by a newer Pathlight. */
export const openLibrary = (file: string): Library => libraryIn(openForReading(file))

export const libraryIn = (db: DatabaseSync): Library => {
  // SQLite's data_version changes when another connection commits. Only then is the version table read again.
  const dataVersion = db.prepare('PRAGMA data_version')
  const selectVersions = db.prepare('SELECT * FROM version ORDER BY source, number')
  const selectRemoved = db.prepare('SELECT code, versification FROM removed_version')
  const selectVerses = db.prepare('SELECT row, text, through, layout FROM verse WHERE row BETWEEN ? AND ? ORDER BY row')
  const rowOf = openRowOf(db)
  let lastDataVersion: SQLOutputValue | undefined
  let registry = {
    all: [] as readonly InstalledVersion[],
    byCode: new Map<string, InstalledVersion>(),
    numberings: new Map<string, string>(),
  }

  const current = () => {
    const now = dataVersion.get()?.data_version
    if (now !== lastDataVersion) {
      const all = selectVersions.all().map(installedOf)
      const removed = selectRemoved
        .all()
        .map((row) => ({ code: text(row.code), versification: text(row.versification) }))
      registry = {
        all,
        byCode: new Map(all.map((one) => [one.code.toUpperCase(), one])),
        numberings: new Map([...removed, ...all].map(({ code, versification }) => [code.toUpperCase(), versification])),
      }
      lastDataVersion = now
    }
    return registry
  }
  const version = (code: string) => current().byCode.get(code.toUpperCase()) ?? null

  const verses = (code: string, fromVerseId: number, throughVerseId: number): Verse[] => {
    const installed = version(code)
    if (!installed) return []
    const first = verseRow(installed.number, 0)
    const last = verseRow(installed.number + 1, 0) - 1
    const from = rowOf(Math.max(first, first + fromVerseId))
    const rows = selectVerses.all(from, Math.min(last, first + throughVerseId))
    return rows.map((row) => {
      const verseId = Number(row.row) - first
      return {
        version: installed.code,
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
    knows: (code) =>
      current().numberings.has(code.toUpperCase()) || KNOWN_VERSIONS.some((known) => known.code === code.toUpperCase()),
    versificationOf: (code) => current().numberings.get(code.toUpperCase()) ?? 'eng',
    versifications: () => [...new Set(['eng', ...current().numberings.values()])],
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
