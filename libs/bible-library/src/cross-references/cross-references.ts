import type { DatabaseSync } from 'node:sqlite'
import type { CrossReferences } from '@pathlight/contracts/bible-references.ts'
import { toStandard } from '@pathlight/scripture/versification.ts'
import type { Library } from '../library.ts'
import { type Entry, rangeIn, toCrossReference, withoutDuplicates } from './placed-references.ts'
import { standardIds } from './reference-letters.ts'

/** The name of the data set in the library. */
export const CROSS_REFERENCES = 'cross-references'

const HINT = 'Cross-references are not here yet. This brings them: npm run bible -- add cross-references'

/**
 * The cross-references of a verse, best first, each with its text in the version.
 * @param version if it is null or not in the library, the standard numbering is used, and the texts are null
 * @param verseId in the numbering of the version
 */
export type CrossReferencesOf = (verseId: number, version: string | null, limit: number) => CrossReferences

export const openCrossReferences = (library: Library): CrossReferencesOf => {
  const dataset = library.db.prepare('SELECT credit FROM dataset WHERE name = ?')
  const targets = library.db.prepare('SELECT target, through FROM cross_reference WHERE verse = ? ORDER BY rank')

  const entriesOf = (standardIds: readonly number[]) =>
    withoutDuplicates(standardIds.flatMap((id) => targets.all(id) as Entry[]))

  return (verseId, code, limit) => {
    const credit = dataset.get(CROSS_REFERENCES)?.credit
    if (credit === undefined) return { available: false, hint: HINT, credit: null, total: 0, references: [] }
    const version = code === null ? null : library.version(code)
    const versification = version?.versification ?? 'eng'
    // A text that joins several verses has the references of all these verses.
    const [joined] = version === null ? [] : library.verses(version.code, verseId, verseId)
    const ids = joined === undefined ? toStandard(versification, verseId) : standardIds(versification, joined)
    const entries = entriesOf(ids)
    const references = entries.slice(0, limit).map((entry) => {
      const place = rangeIn(versification, entry)
      const verses = version === null ? [] : library.verses(version.code, place.from, place.last)
      return toCrossReference(
        place,
        verses.map(({ text }) => text),
      )
    })
    return { available: true, hint: null, credit: JSON.parse(String(credit)), total: entries.length, references }
  }
}

/** The verses, in the standard numbering, that have cross-references. */
export type ReferencedVerses = {
  /** A hash that changes with the data set; null when there is no data set. */
  readonly fingerprint: () => string | null
  readonly has: (standardId: number) => boolean
}

export const openReferencedVerses = ({ db }: Pick<Library, 'db'>): ReferencedVerses => {
  const dataset = db.prepare('SELECT fingerprint FROM dataset WHERE name = ?')
  const best = db.prepare('SELECT target FROM cross_reference WHERE verse = ? AND rank = 0')
  return {
    fingerprint: () => {
      const list = dataset.get(CROSS_REFERENCES)
      return list === undefined ? null : String(list.fingerprint)
    },
    has: (standardId) => best.get(standardId) !== undefined,
  }
}

/** The references of one verse, best first. All verse ids are in the standard numbering. */
export type VerseReferences = { readonly verse: number; readonly targets: readonly Entry[] }

/** Replaces the data set, and returns its number of references. Call this in a transaction. */
export const writeCrossReferences = (
  db: DatabaseSync,
  all: Iterable<VerseReferences>,
  { credit, fingerprint }: { credit: NonNullable<CrossReferences['credit']>; fingerprint: string },
): number => {
  dropCrossReferences(db)
  const insert = db.prepare('INSERT INTO cross_reference (verse, rank, target, through) VALUES (?, ?, ?, ?)')
  let entries = 0
  for (const { verse, targets } of all)
    for (const [rank, { target, through }] of targets.entries()) {
      insert.run(verse, rank, target, through)
      entries += 1
    }
  db.prepare('INSERT INTO dataset (name, credit, fingerprint, entries, added_at) VALUES (?, ?, ?, ?, ?)').run(
    CROSS_REFERENCES,
    JSON.stringify(credit),
    fingerprint,
    entries,
    new Date().toISOString(),
  )
  return entries
}

/** Deletes the data set. Returns false if there was none. */
export const dropCrossReferences = (db: DatabaseSync): boolean => {
  db.exec('DELETE FROM cross_reference')
  return db.prepare('DELETE FROM dataset WHERE name = ?').run(CROSS_REFERENCES).changes > 0
}
