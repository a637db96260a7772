import { inTransaction, openForWriting } from './schema.ts'
import { dropVersionIndex } from './search/index-version.ts'
import { deleteVersion } from './version-writer.ts'

/** Deletes a version and its search index. False: the library has no version with that code. */
export const removeVersion = (file: string, code: string): boolean => {
  const db = openForWriting(file)
  try {
    return inTransaction(db, () => {
      dropVersionIndex(db, code)
      return deleteVersion(db, code)
    })
  } finally {
    db.close()
  }
}
