import type { DatabaseSync } from 'node:sqlite'
import type { OddPlace } from '@pathlight/contracts/odd-places.ts'

/** The place where a text came from. */
export type VersionSource =
  | { readonly kind: 'file'; readonly name: string }
  /**
   * The open catalogue of free texts. `digest`: the digest of the added text; null if some of the text's Hebrew or
   * Greek words did not arrive. `reading`: the READING (importers/import-bible.ts) of the program that added the text;
   * absent if an older program, which had no READING, added it. An update adds the text again unless `digest` is the
   * catalogue's digest and `reading` is the present READING.
   */
  | {
      readonly kind: 'catalogue'
      readonly id: string
      readonly address: string
      readonly website: string | null
      readonly licenceUrl: string | null
      readonly digest: string | null
      readonly reading?: number
    }

/** Facts about a version for its About page. They are stored as JSON in the version's row. */
export type AboutVersion = {
  readonly format: string
  readonly source: VersionSource
  readonly odd: readonly OddPlace[]
  /** The number of all irregularities; `odd` has at most a hundred. */
  readonly oddTotal: number
}

export const writeAbout = (db: DatabaseSync, code: string, about: AboutVersion): void => {
  db.prepare('UPDATE version SET about = ? WHERE code = ?').run(JSON.stringify(about), code)
}

/**
 * Reads the facts that `writeAbout` stored; null for a built-in version, and for a version that an older program
 * imported.
 */
export const readAbout = (db: DatabaseSync, code: string): AboutVersion | null => {
  const about = JSON.parse(String(db.prepare('SELECT about FROM version WHERE code = ?').get(code)?.about ?? '{}'))
  return typeof about.format === 'string' ? (about as AboutVersion) : null
}
