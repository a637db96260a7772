import { unzipSync } from 'fflate'
import { cutOff, FileUnreadable, MOST_BYTES, tooLarge } from './unreadable.ts'

/**
 * Matches the database with bookmarks and notes among those in AndBible's backup. The source is AndBible/and-bible,
 * BackupControl.kt.
 */
const BOOKMARKS = /(?:^|\/)bookmarks\.sqlite3(?:\.db)?$/

/**
 * The bookmark database in a backup. fflate never unpacks more bytes of a file than the zip's directory says, so the
 * check of that size is enough. Throws FileUnreadable.
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
    // fflate throws its own errors if the zip is incomplete.
    throw error instanceof FileUnreadable ? error : cutOff()
  }
  throw new FileUnreadable('import_packed')
}
