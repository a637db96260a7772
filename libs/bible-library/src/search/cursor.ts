/** Where a page of hits ended: the order of hits is by score, then by verse (standard id). */
export type HitPosition = { readonly score: number; readonly id: number }

/** A place among hits as an opaque word for an address (base64url). */
export const writeCursor = ({ score, id }: HitPosition): string =>
  btoa(JSON.stringify([score, id]))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The place that a word stands for; null when it is none of ours. */
export const readCursor = (cursor: string): HitPosition | null => {
  try {
    const read: unknown = JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')))
    if (!Array.isArray(read) || read.length !== 2) return null
    const [score, id] = read
    const isPlace = Number.isFinite(score) && Number.isSafeInteger(id) && id >= 0
    return isPlace ? { score, id } : null
  } catch {
    return null
  }
}
