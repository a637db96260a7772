import { ApiProblem } from '../../../api/api-problem.ts'
import type { FromDatabase } from './database-worker.ts'
import { isDatabase, isZip } from './file-signs.ts'
import { MOST_BYTES, problemOf, tooLarge } from './unreadable.ts'

/** A backup of 50 MB is read in a few seconds. */
const MOST_MS = 60_000

/**
 * A file as the server takes it: the database of another app, or its backup, as lines of what is in it; any other file as it is. The
 * database is read here, in a worker, because it may be a program without end: it ends after a minute, or with the signal. Throws
 * ApiProblem.
 */
export const asLines = async (file: File, signal: AbortSignal): Promise<File> => {
  const beginning = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  if (!isDatabase(beginning) && !isZip(beginning)) return file
  if (file.size > MOST_BYTES) throw problemOf(tooLarge().why)
  signal.throwIfAborted()
  const worker = new Worker(new URL('./database-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<File>()
  const tooLate = setTimeout(() => reject(problemOf({ code: 'import_took_too_long' })), MOST_MS)
  signal.addEventListener('abort', () => reject(signal.reason))
  worker.onmessage = ({ data }: MessageEvent<FromDatabase>) => {
    if ('lines' in data) resolve(new File([data.lines], file.name))
    else reject(problemOf(data.unreadable))
  }
  // Its program did not come.
  worker.onerror = () => reject(new ApiProblem(0, {}))
  worker.postMessage(file)
  return promise.finally(() => {
    clearTimeout(tooLate)
    worker.terminate()
  })
}
