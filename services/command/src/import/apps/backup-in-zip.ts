import { fromBufferPromise } from 'yauzl'
import { cutOff, FileRefused } from '../file-refused.ts'

/** AndBible packs its databases as db/…: that of bookmarks and notes is this one. Source: AndBible/and-bible, BackupControl.kt. */
const BOOKMARKS = /(?:^|\/)bookmarks\.sqlite3(?:\.db)?$/
const MOST_FILES = 1_000

const noBackup = () =>
  new FileRefused(
    'import_packed',
    'The file is packed (zip or gzip), and is no backup of AndBible. Please unpack it first.',
    1,
  )

/**
 * The database of bookmarks in a backup, of at most so many bytes when unpacked. yauzl never unpacks more of a file than the zip's
 * directory says, and refuses names that lead out of it. Throws FileRefused.
 */
export const backupInZip = async (
  zip: Buffer,
  mostBytes: number,
  tooLarge: () => FileRefused,
): Promise<SharedArrayBuffer> => {
  try {
    const opened = await fromBufferPromise(zip)
    if (opened.entryCount > MOST_FILES) throw noBackup()
    for await (const entry of opened.eachEntry()) {
      if (!BOOKMARKS.test(entry.fileName)) continue
      if (entry.isEncrypted()) throw noBackup()
      if (entry.uncompressedSize > mostBytes) throw tooLarge()
      const unpacked = new SharedArrayBuffer(entry.uncompressedSize)
      const bytes = new Uint8Array(unpacked)
      let at = 0
      for await (const chunk of (await opened.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        bytes.set(chunk, at)
        at += chunk.length
      }
      return unpacked
    }
  } catch (error) {
    // yauzl says in words of its own what is wrong with a zip: its end or a part of it is missing.
    throw error instanceof FileRefused ? error : cutOff(1)
  }
  throw noBackup()
}
