import initSqlJs from 'sql.js'
import wasm from 'sql.js/dist/sql-wasm-browser.wasm?url'
import { linesOfFile } from './lines-of-file.ts'
import { FileUnreadable, type Unreadable } from './unreadable.ts'

// A worker that reads one database of another app and answers with its lines, or with why it cannot be read. It runs
// SQLite in WebAssembly, and it is the only script that may compile it (services/pages, serve-web.ts).

/** The worker's answer. */
export type FromDatabase = { readonly lines: Blob } | { readonly unreadable: Unreadable }

const scope = self as unknown as {
  onmessage: (message: MessageEvent<File>) => void
  postMessage: (said: FromDatabase) => void
}
const read = async (file: File): Promise<FromDatabase> => {
  const sqlJs = await initSqlJs({ locateFile: () => wasm })
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    return { lines: new Blob([...linesOfFile(sqlJs, bytes)]) }
  } catch (error) {
    if (error instanceof FileUnreadable) return { unreadable: error.why }
    throw error
  }
}
scope.onmessage = async ({ data }) => {
  try {
    scope.postMessage(await read(data))
  } catch (error) {
    // Thrown outside the promise, because `onerror` gets no rejections.
    setTimeout(() => {
      throw error
    })
  }
}
