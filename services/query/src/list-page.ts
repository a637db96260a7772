import { hasWords, wordsToFind } from '@pathlight/contracts/find-rules.ts'
import { LIST_BYTES_MAX, LIST_LENGTH, type ListQuery } from '@pathlight/contracts/lists.ts'
import { hasTag, type Tagged, tagKey } from '@pathlight/contracts/tag-rules.ts'
import type { RecordedMetadata } from '@pathlight/event-log/event-log.ts'
import { positionKey } from '@pathlight/event-log/position-key.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { Collection, Document, Where } from '@pathlight/read-models/read-model-store.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import type { FastifyReply } from 'fastify'
import type { WithPast } from './past-of-events.ts'

/**
 * The fields of every document of a list: its owner, and the key by which the list is sorted. The newest item has the
 * greatest key. The read model needs an index with `list_key` after `user_id`.
 */
export type Listed = { readonly user_id: string; readonly list_key: string }

/** A key that sorts before the keys of all items created at this position or later. */
export const keyBefore = (position: bigint): string => `p${positionKey(position)}`

/**
 * The key of an item that the event at this position created. Lists have the order of the log, because clocks can go
 * back. Keys of older programs begin with a time; the letter p sorts new keys after them.
 */
export const keyOfPosition = (position: bigint, id: string): string => `${keyBefore(position)}.${id}`

/**
 * An item's key in its list. The key stays the same when the item comes back after a removal. `before`: the item's
 * document before this event; null: there was none.
 */
export const listKey = (
  before: Pick<Listed, 'list_key'> | null,
  { id }: { readonly id: string },
  { metadata, madeAt }: { readonly metadata: Pick<RecordedMetadata, 'globalPosition'> } & WithPast,
): string => before?.list_key ?? keyOfPosition(madeAt ?? metadata.globalPosition, id)

/** A cursor of an older program: a time, a dot and the item's id. */
const OLD_CURSOR = /^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z\.(.+)$/

/** The most documents of the first slice, and of any slice. */
const FIRST_SLICE = 20
const LARGEST_SLICE = 500
/** The planned length of the next slice, in characters, if its documents are as long as those of the last slice. */
const SLICE_LENGTH = 200_000
/**
 * The greatest length of the first slice and of later slices, in characters, even if each document is as long as
 * allowed.
 */
const FIRST_SLICE_MAX = 420_000
const SLICE_MAX = 2_000_000
/** How many characters one request of a search reads before it answers the items found until then. */
export const SEARCHED_MAX = 8_000_000

/**
 * `first`: how many documents the first slice has. `most`: the most documents of any slice. `longest`: the length of
 * the longest item, in characters.
 */
export const slicesOf = (longest: number): { readonly first: number; readonly most: number } => ({
  first: Math.max(1, Math.min(FIRST_SLICE, Math.floor(FIRST_SLICE_MAX / longest))),
  most: Math.max(1, Math.min(LARGEST_SLICE, Math.floor(SLICE_MAX / longest))),
})
/** How many documents the next slice has, after a slice of `documents` documents with `length` characters. */
export const nextSlice = (most: number, documents: number, length: number): number =>
  Math.max(1, Math.min(most, Math.floor((SLICE_LENGTH * documents) / Math.max(1, length))))

/** Roughly the length of a document, in characters. */
export const lengthOf = (document: Document): number => {
  let length = 100
  for (const value of Object.values(document)) {
    if (typeof value === 'string') length += value.length
    else if (typeof value === 'object' && value !== null) length += JSON.stringify(value).length
  }
  return length
}

/**
 * Turns a cursor of an older program into the item's present key. Any other cursor stays as it is. Throws 400 where the
 * item is gone.
 */
const cursorToday = async <D extends Document & Listed>(
  documents: Collection<D>,
  userId: string,
  after: string,
): Promise<string> => {
  const [, id] = OLD_CURSOR.exec(after) ?? []
  if (id === undefined) return after
  const document = await documents.get(`${userId}.${id}`)
  if (document === null) throw new HttpProblem(400, 'bad_cursor', 'A list goes on where its Link header says.')
  return document.list_key
}

export type Page<D> = {
  readonly items: readonly D[]
  /** The cursor of the next page; null: this page is the last. */
  readonly next: string | null
}

/**
 * A page of a person's items of a kind, newest first: at most `limit` items and LIST_BYTES_MAX bytes of JSON. Items
 * that are added or removed between two requests do not shift the pages. `findable`: the text in which a search looks
 * for the item. `longest`: the length of the longest item, in characters. Items are read in slices of a bounded length.
 * This function applies `only`, because the store would read all items at once to find a few.
 */
export const readPage = async <D extends Document & Listed>(
  documents: Collection<D>,
  userId: string,
  { limit = LIST_LENGTH, after, query = '' }: ListQuery,
  findable: (document: D) => string,
  options: {
    readonly longest: number
    readonly only?: ((document: D) => boolean) | undefined
    /** Further conditions. An index must have these fields between `user_id` and `list_key`. */
    readonly where?: Where<D>
  },
): Promise<Page<D>> => {
  const { longest, only, where } = options
  const words = wordsToFind(query)
  const isAsked = (document: D) =>
    (only === undefined || only(document)) && (words.length === 0 || hasWords(findable(document), words))
  const takesAll = only === undefined && words.length === 0
  const items: D[] = []
  let bytes = 0
  let searched = 0
  const { first, most } = slicesOf(longest)
  const pause = pauses()
  let last = after === undefined ? undefined : await cursorToday(documents, userId, after)
  let slice = Math.min(first, limit + 1)
  const page = (next: string | null) => ({ items, next })
  for (;;) {
    const found = await documents.find({
      where: { ...where, user_id: userId, ...(last !== undefined && { list_key: { lt: last } }) } as Where<D>,
      sort: [['list_key', 'desc']],
      limit: slice,
    })
    const before = searched
    for (const document of found) {
      await pause()
      if (!isAsked(document)) searched += lengthOf(document)
      else {
        const json = JSON.stringify(document)
        searched += json.length
        bytes += Buffer.byteLength(json)
        // The page is full, so the next page begins with this item.
        if (items.length === limit || (items.length > 0 && bytes > LIST_BYTES_MAX)) return page(last ?? null)
        items.push(document)
      }
      last = document.list_key
    }
    if (found.length < slice) return page(null)
    if (searched > SEARCHED_MAX) return page(last ?? null)
    const fitting = nextSlice(most, found.length, searched - before)
    slice = takesAll ? Math.min(fitting, limit + 1 - items.length) : fitting
  }
}

/** Accepts items with the query's tag; undefined for a query without a tag. */
export const onlyTagged = ({ tag }: Pick<ListQuery, 'tag'>): ((document: Document) => boolean) | undefined => {
  if (tag === undefined) return undefined
  const key = tagKey(tag)
  return (document) => hasTag(document as Tagged, key)
}

/** Answers a page. A Link header names the next page, with the same query. */
export const answerPage = <D>(
  reply: FastifyReply,
  { path, query, page }: { path: string; query: ListQuery; page: Page<D> },
): D[] => {
  const { items, next } = page
  if (next !== null) {
    const address = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...query, after: next })) address.set(name, String(value))
    reply.header('link', `<${path}?${address}>; rel="next"`)
  }
  return [...items]
}
