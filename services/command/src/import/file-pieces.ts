import { HttpProblem } from '@pathlight/http/problem.ts'

/** The least size of a stored piece of a file, in bytes. Only the last piece may be smaller. */
const PIECE_BYTES = 32 * 1024

/** The refusal (413) of a file that is longer than `maxBytes`. */
export const tooLarge = (maxBytes: number) => {
  const max = maxBytes / 1e6
  return new HttpProblem(413, 'import_too_large', `A file may have at most ${max} MB.`, { params: { max } })
}

/** Yields the file's bytes, and throws 413 once they are more than `maxBytes`. */
export async function* bounded(file: AsyncIterable<Uint8Array>, maxBytes: number) {
  let bytes = 0
  for await (const chunk of file) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

/** Yields the same bytes in pieces of at least PIECE_BYTES, and the rest. */
export async function* inPieces(file: AsyncIterable<Uint8Array>) {
  let kept: Uint8Array[] = []
  let length = 0
  for await (const chunk of file) {
    kept.push(chunk)
    length += chunk.length
    if (length < PIECE_BYTES) continue
    yield Buffer.concat(kept)
    kept = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(kept)
}
