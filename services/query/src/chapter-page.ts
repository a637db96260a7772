import { CHAPTER_BYTES_MAX } from '@pathlight/contracts/lists.ts'
import type { Collection, Document, Where } from '@pathlight/read-models/read-model-store.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { nextSlice, slicesOf } from './list-page.ts'

/** A part of what is on a chapter: an answer holds nearly every chapter in one. */
export type ChapterPart = {
  /** Items with greater ids only; null: from the first. */
  readonly after: string | null
  /** Counts bytes against what an answer may hold; false: they do not fit. */
  readonly take: (bytes: number) => boolean
  /** Called when there is more: the next part begins after this id. */
  readonly onMore: (after: string) => void
}

/**
 * What a person has on a chapter (or on the chapters with its words), in the order of ids, as much as an answer may hold: at
 * least one. Read in slices whose bound is known before (`longest`: of the kind's items, in characters), so that neither memory nor the
 * event loop feel how much there is.
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
    // The owner is in a document's id, before the item's: the order of one person's documents is that of the items' ids.
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

/** The part of a chapter after an id. `next` (where the next part begins) and `read` (bytes) are known once it was read. */
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

/** Names the next part in a Link header; null: there is none. */
export const sayNextPart = (request: FastifyRequest, reply: FastifyReply, next: string | null): void => {
  if (next === null) return
  const address = new URL(request.url, 'http://x')
  address.searchParams.set('after', next)
  reply.header('link', `<${address.pathname}${address.search}>; rel="next"`)
}
