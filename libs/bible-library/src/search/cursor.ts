import { z } from 'zod'
import type { HitPosition } from './verse-search.ts'

const position = z.tuple([z.number(), z.int().min(0), z.string().max(20)])

/** A place among hits as an opaque word for an address. */
export const writeCursor = ({ score, id, version }: HitPosition): string =>
  Buffer.from(JSON.stringify([score, id, version])).toString('base64url')

/** The place that a word stands for; null when it is none of ours. */
export const readCursor = (cursor: string): HitPosition | null => {
  try {
    const [score, id, version] = position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return { score, id, version }
  } catch {
    return null
  }
}
