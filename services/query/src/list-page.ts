import { hasWords, wordsToFind } from '@pathlight/contracts/find-rules.ts'
import { LIST_BYTES_MAX, LIST_LENGTH, type ListQuery } from '@pathlight/contracts/lists.ts'
import type { Collection, Document } from '@pathlight/read-models/read-model-store.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What every document of a list has: the newest has the greatest. Index it after `user_id`. */
export type Listed = { readonly user_id: string; readonly list_key: string }

/** A list's order: by the time of making; of items of one moment, by their ids. */
export const listKey = ({ created_at, id }: { created_at: string; id: string }): string => `${created_at}.${id}`

/** Documents read at once: first, also where each may be very long, and at most; then as many as make about so many characters. */
export const FIRST_SLICE = 20
export const FIRST_SLICE_OF_LONG = 2
const LARGEST_SLICE = 500
const SLICE_LENGTH = 200_000
/** How much of somebody's words one search looks through, in characters, before it answers what it has found so far. */
const SEARCHED_MAX = 8_000_000

/** So many characters are looked through in about a millisecond: they are opened, parsed, and searched. */
const UNIT_LENGTH = 25_000
/** What it costs to look through so many characters, in units of about a millisecond (libs/http, chargeFor). */
export const unitsOf = (length: number): number => Math.floor(length / UNIT_LENGTH)

/** About how long a document is, in characters. */
const lengthOf = (document: Document): number => {
  let length = 100
  for (const value of Object.values(document)) {
    if (typeof value === 'string') length += value.length
    else if (typeof value === 'object' && value !== null) length += JSON.stringify(value).length
  }
  return length
}

type Page<D> = {
  readonly items: readonly D[]
  /** Where the next page begins; null after the last. */
  readonly next: string | null
  /** What the page cost to find, as unitsOf counts. */
  readonly units: number
}

/**
 * A page of what a person has of a kind, newest first: at most `limit` items and LIST_BYTES_MAX bytes of JSON. Items that
 * are added, changed or removed meanwhile shift nothing. `findable`: by what a search finds an item. Memory and the time
 * without a pause stay small however long the items are: they are read in slices. `only`: of the kind, those of which this holds; looked
 * at here, for where nearly none are such the store would look through all of them at once, and nobody could tell what that cost.
 */
export const readPage = async <D extends Document & Listed>(
  documents: Collection<D>,
  userId: string,
  { limit = LIST_LENGTH, after, query = '' }: ListQuery,
  findable: (document: D) => string,
  { only, firstSlice = FIRST_SLICE }: { only?: ((document: D) => boolean) | undefined; firstSlice?: number } = {},
): Promise<Page<D>> => {
  const words = wordsToFind(query)
  const isAsked = (document: D) =>
    (only === undefined || only(document)) && (words.length === 0 || hasWords(findable(document), words))
  const takesAll = only === undefined && words.length === 0
  const items: D[] = []
  let bytes = 0
  let searched = 0
  let last = after
  let slice = Math.min(firstSlice, limit + 1)
  const page = (next: string | null) => ({ items, next, units: unitsOf(searched) })
  for (;;) {
    const found = await documents.find({
      where: { user_id: userId, ...(last !== undefined && { list_key: { lt: last } }) },
      sort: [['list_key', 'desc']],
      limit: slice,
    })
    const before = searched
    for (const document of found) {
      searched += lengthOf(document)
      if (isAsked(document)) {
        bytes += Buffer.byteLength(JSON.stringify(document))
        // There is more: it begins after what was looked at last.
        if (items.length === limit || (items.length > 0 && bytes > LIST_BYTES_MAX)) return page(last ?? null)
        items.push(document)
      }
      last = document.list_key
    }
    if (found.length < slice) return page(null)
    if (searched > SEARCHED_MAX) return page(last ?? null)
    const fitting = Math.max(
      1,
      Math.min(LARGEST_SLICE, Math.floor((SLICE_LENGTH * found.length) / (searched - before))),
    )
    slice = takesAll ? Math.min(fitting, limit + 1 - items.length) : fitting
  }
}

/**
 * The page as it is answered: the next one is named in a Link header with everything that this one was asked by, and what was
 * looked through for it is charged to who asked.
 */
export const answerPage = <D>(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, query, page }: { path: string; query: ListQuery; page: Page<D> },
): D[] => {
  const { items, next, units } = page
  request.server.chargeFor(request, units)
  if (next !== null) {
    const address = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...query, after: next })) address.set(name, String(value))
    reply.header('link', `<${path}?${address}>; rel="next"`)
  }
  return [...items]
}
