/** The position of a page's last hit. Hits are ordered by score and then by standard verse id, or by the id alone. */
export type HitPosition = { readonly score: number; readonly id: number }

/** Encodes a position among the hits for a URL (base64url). */
export const writeCursor = ({ score, id }: HitPosition): string =>
  btoa(JSON.stringify([score, id]))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Decodes a cursor; null for text that is no cursor. */
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
