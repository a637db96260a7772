import { readAbout } from './about-version.ts'
import { inTransaction, openForWriting } from './schema.ts'
import { dropVersionIndex } from './search/index-version.ts'
import { deleteVersion } from './version-writer.ts'

/**
 * Deletes a version and its search index. Returns false if the library has no version with that code, or with
 * `onlyFromCatalogue` if the version is not from the catalogue.
 */
export const removeVersion = (file: string, code: string, { onlyFromCatalogue = false } = {}): boolean => {
  const db = openForWriting(file)
  try {
    return inTransaction(db, () => {
      if (onlyFromCatalogue && readAbout(db, code)?.source.kind !== 'catalogue') return false
      dropVersionIndex(db, code)
      return deleteVersion(db, code)
    })
  } finally {
    db.close()
  }
}
