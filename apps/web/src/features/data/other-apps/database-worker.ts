import initSqlJs from 'sql.js'
import wasm from 'sql.js/dist/sql-wasm-browser.wasm?url'
import { linesOfFile } from './lines-of-file.ts'
import { FileUnreadable, type Unreadable } from './unreadable.ts'

// A worker that reads one database of another app, and says its lines or why it cannot be read. SQLite runs in WebAssembly here and nowhere
// else: of all scripts this one alone may compile it (services/pages, serve-web.ts).

/** What it says. */
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
    // So the page hears of it: `onerror` hears no rejection.
    setTimeout(() => {
      throw error
    })
  }
}
