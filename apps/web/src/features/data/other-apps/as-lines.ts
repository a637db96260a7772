import { ApiProblem } from '../../../api/api-problem.ts'
import type { FromDatabase } from './database-worker.ts'
import { isDatabase, isZip } from './file-signs.ts'
import { MOST_BYTES, problemOf, tooLarge } from './unreadable.ts'

/** The longest time for reading a file, in milliseconds. A backup of 50 MB takes a few seconds. */
const MOST_MS = 60_000

/**
 * Converts another app's database or zipped backup into a file of lines for the server. A file of another type stays as
 * it is. A hostile database can make SQLite run without end, so a worker reads it, which can be terminated. Throws
 * ApiProblem, also after MOST_MS, or the signal's reason.
 */
export const asLines = async (file: File, signal: AbortSignal): Promise<File> => {
  const firstBytes = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  if (!isDatabase(firstBytes) && !isZip(firstBytes)) return file
  if (file.size > MOST_BYTES) throw problemOf(tooLarge().why)
  signal.throwIfAborted()
  const worker = new Worker(new URL('./database-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<File>()
  const timeout = setTimeout(() => reject(problemOf({ code: 'import_took_too_long' })), MOST_MS)
  signal.addEventListener('abort', () => reject(signal.reason))
  worker.onmessage = ({ data }: MessageEvent<FromDatabase>) => {
    if ('lines' in data) resolve(new File([data.lines], file.name))
    else reject(problemOf(data.unreadable))
  }
  // The worker's script did not load, or it failed.
  worker.onerror = () => reject(new ApiProblem(0, {}))
  worker.postMessage(file)
  return promise.finally(() => {
    clearTimeout(timeout)
    worker.terminate()
  })
}
