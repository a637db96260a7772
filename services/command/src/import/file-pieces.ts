import { HttpProblem } from '@pathlight/http/problem.ts'

/** A file is kept in pieces of this size, in bytes. */
const PIECE_BYTES = 32 * 1024

/** The 413 for a file that is longer than `maxBytes`. */
export const tooLarge = (maxBytes: number) => {
  const max = maxBytes / 1e6
  return new HttpProblem(413, 'import_too_large', `A file may have at most ${max} MB.`, { params: { max } })
}

/** Passes the file on, and throws once it is too long. */
export async function* bounded(file: AsyncIterable<Uint8Array>, maxBytes: number) {
  let bytes = 0
  for await (const chunk of file) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

/** The same bytes in pieces of one size. */
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
