import { z } from 'zod'

/** Where a page of hits ended: the order of hits is by score, then by verse (standard id). */
export type HitPosition = { readonly score: number; readonly id: number }

const position = z.tuple([z.number(), z.int().min(0)])

/** A place among hits as an opaque word for an address. */
export const writeCursor = ({ score, id }: HitPosition): string =>
  Buffer.from(JSON.stringify([score, id])).toString('base64url')

/** The place that a word stands for; null when it is none of ours. */
export const readCursor = (cursor: string): HitPosition | null => {
  try {
    const [score, id] = position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return { score, id }
  } catch {
    return null
  }
}
