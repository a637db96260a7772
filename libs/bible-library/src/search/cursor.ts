/** The last hit of a page. Hits are ordered by score, then by standard verse id. */
export type HitPosition = { readonly score: number; readonly id: number }

/** Encodes a position among the hits for a URL (base64url). */
export const writeCursor = ({ score, id }: HitPosition): string =>
  btoa(JSON.stringify([score, id]))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Decodes a cursor; null for text that is no cursor of this server. */
export const readCursor = (cursor: string): HitPosition | null => {
  try {
    const parsed: unknown = JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')))
    if (!Array.isArray(parsed) || parsed.length !== 2) return null
    const [score, id] = parsed
    const isPosition = Number.isFinite(score) && Number.isSafeInteger(id) && id >= 0
    return isPosition ? { score, id } : null
  } catch {
    return null
  }
}
