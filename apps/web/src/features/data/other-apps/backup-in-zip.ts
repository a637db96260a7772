import { unzipSync } from 'fflate'
import { cutOff, FileUnreadable, MOST_BYTES, tooLarge } from './unreadable.ts'

/** AndBible packs its databases as db/…: that of bookmarks and notes is this one. Source: AndBible/and-bible, BackupControl.kt. */
const BOOKMARKS = /(?:^|\/)bookmarks\.sqlite3(?:\.db)?$/

/** The database of bookmarks in a backup. fflate never unpacks more of a file than the zip's directory says. Throws FileUnreadable. */
export const backupInZip = (zip: Uint8Array): Uint8Array<ArrayBufferLike> => {
  const isIt = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!BOOKMARKS.test(name)) return false
    if (originalSize > MOST_BYTES) throw tooLarge()
    return true
  }
  try {
    const [database] = Object.values(unzipSync(zip, { filter: isIt }))
    if (database) return database
  } catch (error) {
    // fflate says in words of its own what is wrong with a zip: its end or a part of it is missing.
    throw error instanceof FileUnreadable ? error : cutOff()
  }
  throw new FileUnreadable('import_packed')
}
