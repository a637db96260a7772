import type { DatabaseSync } from 'node:sqlite'
import type { Verse } from '@pathlight/contracts/bible.ts'
import { verseRow } from './schema.ts'
import type { VersionDetails } from './version-details.ts'

/** A verse as it is put into the library: the wire's shape without what its place already says. */
export type VerseText = Omit<Verse, 'version' | 'book' | 'chapter' | 'verse'>

/** What a finished version holds. */
export type Written = { books: number[]; verses: number }

const layoutOf = ({ headings, breaks, spans, notes }: VerseText): string | null =>
  headings?.length || breaks?.length || spans?.length || notes?.length
    ? JSON.stringify({
        ...(headings?.length && { headings }),
        ...(breaks?.length && { breaks }),
        ...(spans?.length && { spans }),
        ...(notes?.length && { notes }),
      })
    : null

/** Takes a version and its rows out; false when there is none of that code. The search index is the caller's. */
export const deleteVersion = (db: DatabaseSync, code: string): boolean => {
  const found = db.prepare('SELECT number FROM version WHERE code = ?').get(code)
  if (!found) return false
  const number = Number(found.number)
  db.prepare('DELETE FROM verse WHERE row >= ? AND row < ?').run(verseRow(number, 0), verseRow(number + 1, 0))
  db.prepare('DELETE FROM version WHERE number = ?').run(number)
  return true
}

/**
 * Begins a version of that code: add its verses in any order, then finish with what is to be said of it. Call it inside
 * a transaction, after the version that it replaces, if any, was deleted.
 */
export const beginVersion = (db: DatabaseSync, code: string) => {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO version (code, name, local_name, language, direction, licence, source, versification, fingerprint,
                            books, verses, added_at)
       VALUES (?, '', '', '', 'ltr', '', 'imported', '', '', '[]', 0, ?)`,
    )
    .run(code, new Date().toISOString())
  const versionNumber = Number(lastInsertRowid)
  const insert = db.prepare('INSERT INTO verse (row, text, through, layout) VALUES (?, ?, ?, ?)')
  const books = new Set<number>()
  let verses = 0
  return {
    add: (verse: VerseText) => {
      insert.run(verseRow(versionNumber, verse.verse_id), verse.text, verse.through ?? null, layoutOf(verse))
      books.add(Math.floor(verse.verse_id / 1_000_000))
      verses += 1
    },
    /** Writes the registry's entry: without it the version is not there. `versification`: the scheme of its numbers. */
    finish: (details: VersionDetails, versification: string): Written => {
      const order = [...books].sort((a, b) => a - b)
      db.prepare(
        `UPDATE version SET name = ?, local_name = ?, language = ?, direction = ?, licence = ?, copyright = ?, source = ?,
                            versification = ?, fingerprint = ?, books = ?, verses = ? WHERE number = ?`,
      ).run(
        details.name,
        details.localName,
        details.language,
        details.direction,
        details.licence,
        details.copyright,
        details.source,
        versification,
        details.fingerprint,
        JSON.stringify(order),
        verses,
        versionNumber,
      )
      return { books: order, verses }
    },
  }
}
