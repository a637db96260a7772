import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Library, openLibrary } from '../library.ts'
import { inTransaction, openForWriting } from '../schema.ts'
import { beginVersion, deleteVersion } from '../version-writer.ts'
import { dropVersionIndex, indexVersion } from './index-version.ts'

/** A version for a test. `verses`: the texts by verse id. `through`: the last verse number of joined verses. */
export type TestVersion = {
  readonly language: string
  readonly verses: Readonly<Record<number, string>>
  readonly through?: Readonly<Record<number, number>>
  /** Absent: the standard numbering. */
  readonly versification?: string
}

/**
 * Writes a version into a library's file, or deletes it when `version` is null. Other processes may read the file
 * meanwhile.
 */
export const writeVersion = (file: string, code: string, version: TestVersion | null): void => {
  const db = openForWriting(file)
  try {
    inTransaction(db, () => {
      deleteVersion(db, code)
      dropVersionIndex(db, code)
      if (version === null) return
      const writer = beginVersion(db, code)
      for (const [id, text] of Object.entries(version.verses)) {
        const through = version.through?.[Number(id)]
        writer.add({ verse_id: Number(id), text, ...(through !== undefined && { through }) })
      }
      const details = {
        code,
        name: `The ${code}`,
        localName: code,
        language: version.language,
        direction: 'ltr',
      } as const
      const fingerprint = JSON.stringify(version.verses).length.toString()
      writer.finish(
        { ...details, licence: 'test', copyright: null, source: 'imported', fingerprint },
        version.versification ?? 'eng',
      )
      indexVersion(db, code)
    })
  } finally {
    db.close()
  }
}

/** A library of a few verses in a temporary folder, for tests. `close` deletes it. */
export const libraryOf = (versions: Readonly<Record<string, TestVersion>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'pathlight-library-'))
  const file = join(folder, 'bibles.sqlite')
  for (const [code, version] of Object.entries(versions)) writeVersion(file, code, version)
  const library: Library = openLibrary(file)
  return {
    file,
    library,
    close: () => {
      library.close()
      rmSync(folder, { recursive: true })
    },
  }
}
