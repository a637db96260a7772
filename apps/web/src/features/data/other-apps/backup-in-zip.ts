import { unzipSync } from 'fflate'
import { cutOff, FileUnreadable, MOST_BYTES, tooLarge } from './unreadable.ts'

/**
 * AndBible's backups have databases in db/…; the one with bookmarks and notes has this name. Source:
 * AndBible/and-bible, BackupControl.kt.
 */
const BOOKMARKS = /(?:^|\/)bookmarks\.sqlite3(?:\.db)?$/

/**
 * The bookmark database in a backup. fflate never unpacks more of a file than the zip's directory says. Throws
 * FileUnreadable.
 */
export const backupInZip = (zip: Uint8Array): Uint8Array<ArrayBufferLike> => {
  const isBookmarks = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!BOOKMARKS.test(name)) return false
    if (originalSize > MOST_BYTES) throw tooLarge()
    return true
  }
  try {
    const [database] = Object.values(unzipSync(zip, { filter: isBookmarks }))
    if (database) return database
  } catch (error) {
    // fflate throws its own errors for a zip that is incomplete.
    throw error instanceof FileUnreadable ? error : cutOff()
  }
  throw new FileUnreadable('import_packed')
}
