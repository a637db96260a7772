import { CHAPTER_BYTES_MAX } from '@pathlight/contracts/lists.ts'
import type { Collection, Document, Where } from '@pathlight/read-models/read-model-store.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { nextSlice, slicesOf } from './list-page.ts'

/**
 * What the reading of a part of a person's items on a chapter is told: where the part begins, how long it may be, and
 * whom to tell of further items.
 */
export type ChapterPart = {
  /** The part has only items whose ids are greater than this id; null: the part begins with the first item. */
  readonly after: string | null
  /** Counts bytes against the limit of an answer; false: they exceed the limit. */
  readonly take: (bytes: number) => boolean
  /** Called if there are more items. `after`: the id after which the next part begins. */
  readonly onMore: (after: string) => void
}

/**
 * Reads a person's items on a chapter, in the order of their ids, until the answer is full. One item is answered even
 * if it is too long. The items are read in slices of a bounded length, so that memory and the event loop do not depend
 * on the number of items. `longest`: the length of the longest item, in characters.
 */
export const readChapterPart = async <D extends Document & { readonly id: string }>(
  documents: Collection<D>,
  where: Where<D> & { readonly user_id: string },
  { after, take, onMore }: ChapterPart,
  longest: number,
): Promise<D[]> => {
  const items: D[] = []
  let last = after
  const { first, most } = slicesOf(longest)
  const pause = pauses()
  let limit = first
  for (;;) {
    // A document's id begins with the owner's id, so one person's documents are in the order of their items' ids.
    const slice = await documents.find({ where, limit, ...(last !== null && { after: `${where.user_id}.${last}` }) })
    let bytes = 0
    for (const document of slice) {
      await pause()
      const size = Buffer.byteLength(JSON.stringify(document))
      bytes += size
      if (!take(size) && last !== null && items.length > 0) {
        onMore(last)
        return items
      }
      items.push(document)
      last = document.id
    }
    if (slice.length < limit) return items
    limit = nextSlice(most, slice.length, bytes)
  }
}

/**
 * A part of a chapter that begins after the id `after`. After the reading, `next` answers the id after which the next
 * part begins (null: there is no next part), and `read` the number of bytes.
 */
export const chapterPart = (
  after: string | undefined,
): { part: ChapterPart; next: () => string | null; read: () => number } => {
  let end: string | null = null
  let read = 0
  const part: ChapterPart = {
    after: after ?? null,
    take: (bytes) => {
      read += bytes
      return read <= CHAPTER_BYTES_MAX
    },
    onMore: (last) => {
      end = last
    },
  }
  return { part, next: () => end, read: () => read }
}

/** Names the next part in a Link header. `next` null: there is no next part. */
export const sayNextPart = (request: FastifyRequest, reply: FastifyReply, next: string | null): void => {
  if (next === null) return
  const address = new URL(request.url, 'http://x')
  address.searchParams.set('after', next)
  reply.header('link', `<${address.pathname}${address.search}>; rel="next"`)
}
