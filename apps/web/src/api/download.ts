import { ApiProblem } from './api-problem.ts'
import { askServer, lost } from './own-answer.ts'

/**
 * The progress of a download. `bytes` and `entries` are the numbers received so far; `total` is the number of entries
 * in the file. Every line after the first counts as an entry, up to `total`.
 */
export type Downloaded = { readonly bytes: number; readonly entries: number; readonly total: number }

const LINE = 10

/** The file name in a Content-Disposition header. Without one: 'pathlight'. */
const nameIn = (disposition: string | null): string => /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'pathlight'

/**
 * Fetches a file that our own server makes while sending it, and reports the progress by `tell`. Throws like `read`
 * (request.ts), and also if the file is incomplete.
 */
export const download = async (
  path: string,
  signal: AbortSignal,
  tell: (progress: Downloaded) => void,
): Promise<{ readonly name: string; readonly file: Blob }> => {
  try {
    const response = await askServer(path, { signal })
    if (!response.body) throw new ApiProblem(0, {})
    const total = Number(response.headers.get('x-entries'))
    const parts: Blob[] = []
    let [bytes, lines] = [0, 0]
    const reader = response.body.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      // Each part is a Blob, because a browser can move a Blob from memory to disk.
      parts.push(new Blob([part.value]))
      bytes += part.value.length
      for (const byte of part.value) if (byte === LINE) lines += 1
      tell({ bytes, entries: Math.min(total, Math.max(0, lines - 1)), total })
    }
    return { name: nameIn(response.headers.get('content-disposition')), file: new Blob(parts) }
  } catch (error) {
    throw lost(error)
  }
}
