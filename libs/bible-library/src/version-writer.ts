import type { DatabaseSync } from 'node:sqlite'
import type { Verse } from '@pathlight/contracts/bible.ts'
import { verseRow } from './schema.ts'
import type { VersionDetails } from './version-details.ts'
import type { VerseWord } from './words/verse-words.ts'
import { deleteWords, type WordsOfVerses } from './words/write-words.ts'

/** A verse as the library stores it: the API's verse without the fields that follow from its version and id. */
export type VerseText = Omit<Verse, 'version' | 'book' | 'chapter' | 'verse'> & {
  words?: readonly VerseWord[]
}

/**
 * The result of adding a verse. `new`: the version lacked the verse. `joined`: the text was appended to the verse's
 * text. `same`: the verse had the same text already, and got the notes, headings and original words that it lacked.
 */
export type Added = 'new' | 'joined' | 'same'

/** `books`: indexes of books, ascending. */
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

/** Joins two texts of one verse, with a space between them. The offsets in the second text are adjusted. */
const joinedVerse = (first: VerseText, second: VerseText): VerseText => {
  const lead = first.text === '' || second.text === '' ? first.text : `${first.text} `
  const by = lead.length
  return {
    verse_id: first.verse_id,
    text: lead + second.text,
    headings: [...(first.headings ?? []), ...(second.headings ?? [])],
    breaks: [...(first.breaks ?? []), ...(second.breaks ?? []).map((one) => ({ ...one, at: one.at + by }))],
    spans: [
      ...(first.spans ?? []),
      ...(second.spans ?? []).map((one) => ({ ...one, start: one.start + by, end: one.end + by })),
    ],
    notes: [...(first.notes ?? []), ...(second.notes ?? []).map((one) => ({ ...one, at: one.at + by }))],
    words: [
      ...(first.words ?? []),
      ...(second.words ?? []).map((one) => ({ ...one, start: one.start + by, end: one.end + by })),
    ],
  }
}

/**
 * Deletes a version, its verses, and its original words (Hebrew or Greek) with their credit. The search index stays, and
 * so does the name of the version's numbering. Returns false if no version has this code.
 */
export const deleteVersion = (db: DatabaseSync, code: string): boolean => {
  const version = db.prepare('SELECT number FROM version WHERE code = ?').get(code)
  if (!version) return false
  const number = Number(version.number)
  db.prepare(
    'INSERT OR REPLACE INTO removed_version (code, versification) SELECT code, versification FROM version WHERE number = ?',
  ).run(number)
  db.prepare('DELETE FROM verse WHERE row >= ? AND row < ?').run(verseRow(number, 0), verseRow(number + 1, 0))
  db.prepare('DELETE FROM version WHERE number = ?').run(number)
  deleteWords(db, code, number)
  return true
}

/**
 * Begins a version: add its verses in any order, then call `finish`. Call this in a transaction, after deleting the
 * version that is replaced.
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
  const select = db.prepare('SELECT text, through, layout FROM verse WHERE row = ?')
  const update = db.prepare('UPDATE verse SET text = ?, through = ?, layout = ? WHERE row = ?')
  const present = new Set<number>()
  const words: WordsOfVerses = new Map()
  const books = new Set<number>()
  let verses = 0

  const joinTo = (row: number, verse: VerseText): Added => {
    const before = select.get(row)
    const text = String(before?.text ?? '')
    const layout = typeof before?.layout === 'string' ? JSON.parse(before.layout) : {}
    if (text !== '' && text === verse.text) {
      const { notes = [], headings = [] }: VerseText = layout
      const moreNotes =
        verse.notes?.filter((one) => !notes.some(({ at, text }) => at === one.at && text === one.text)) ?? []
      const moreHeadings = verse.headings?.filter((one) => !headings.some(({ text }) => text === one.text)) ?? []
      if (verse.words && !words.has(verse.verse_id)) words.set(verse.verse_id, verse.words)
      const together = {
        ...verse,
        ...layout,
        headings: [...headings, ...moreHeadings],
        notes: [...notes, ...moreNotes].sort((a, b) => a.at - b.at),
      }
      if (moreNotes.length + moreHeadings.length > 0) update.run(text, before?.through ?? null, layoutOf(together), row)
      return 'same'
    }
    const joined = joinedVerse(
      { verse_id: verse.verse_id, text, ...layout, words: words.get(verse.verse_id) ?? [] },
      verse,
    )
    if (joined.words?.length) words.set(verse.verse_id, joined.words)
    const through = Math.max(Number(before?.through ?? 0), verse.through ?? 0)
    update.run(joined.text, through === 0 ? null : through, layoutOf(joined), row)
    return 'joined'
  }

  return {
    number: versionNumber,
    /** The original words of the added verses. `writeWords` stores them when the text is final. */
    words,
    /** Adds a verse. If the version has the verse already, the texts are joined, unless they are the same. */
    add: (verse: VerseText): Added => {
      const row = verseRow(versionNumber, verse.verse_id)
      if (present.has(verse.verse_id)) return joinTo(row, verse)
      present.add(verse.verse_id)
      if (verse.words) words.set(verse.verse_id, verse.words)
      insert.run(row, verse.text, verse.through ?? null, layoutOf(verse))
      books.add(Math.floor(verse.verse_id / 1_000_000))
      verses += 1
      return 'new'
    },
    /** Call this after the last verse. Stores the version's details. */
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
