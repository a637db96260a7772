import type { DatabaseSync } from 'node:sqlite'
import type { OddPlace } from '@pathlight/contracts/odd-places.ts'

/** Where a text came from. */
export type VersionSource =
  | { readonly kind: 'file'; readonly name: string }
  /** The open catalogue. `digest` names the text as it was then, to tell whether there is another by now. */
  | {
      readonly kind: 'catalogue'
      readonly id: string
      readonly address: string
      readonly website: string | null
      readonly licenceUrl: string | null
      readonly digest: string | null
    }

/** What is kept of a version beside what every list needs. */
export type AboutVersion = {
  readonly format: string
  readonly source: VersionSource
  readonly odd: readonly OddPlace[]
  /** How many odd places there were: `odd` has the first hundred. */
  readonly oddTotal: number
}

/** Keeps it with the version. */
export const writeAbout = (db: DatabaseSync, code: string, about: AboutVersion): void => {
  db.prepare('UPDATE version SET about = ? WHERE code = ?').run(JSON.stringify(about), code)
}

/** What was kept; null for a built-in version, and one that an earlier Pathlight took in. */
export const readAbout = (db: DatabaseSync, code: string): AboutVersion | null => {
  const about = JSON.parse(String(db.prepare('SELECT about FROM version WHERE code = ?').get(code)?.about ?? '{}'))
  return typeof about.format === 'string' ? (about as AboutVersion) : null
}
