import { hasWords, wordsToFind } from '@pathlight/contracts/find-rules.ts'
import { LIST_BYTES_MAX, LIST_LENGTH } from '@pathlight/contracts/lists.ts'
import type { FoundWriting, WritingQuery } from '@pathlight/contracts/writing.ts'
import { pauses } from '@pathlight/read-models/pauses.ts'
import type { Collection, Document } from '@pathlight/read-models/read-model-store.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { type Listed, lengthOf, nextSlice, type Page, SEARCHED_MAX, slicesOf, unitsOf } from '../list-page.ts'
import { bookOr404 } from '../passage.ts'
import { excerptAround } from './excerpt-around.ts'
import type { Searched } from './searched.ts'

/** The documents of a kind, and how long one may be. */
export type Source = {
  readonly searched: Searched
  readonly documents: Collection<Document & Listed>
  readonly longest: number
}
type Entry = { readonly document: Document & Listed; readonly searched: Searched }

/** What was found is answered after so long, in milliseconds: the rest is asked for while it is being read. */
const ANSWERED_AFTER_MS = 80

/**
 * The documents of a person in one source before the key `after`, newest first. Each call answers the next slice; after
 * the last it has none.
 */
const slicesBefore = ({ documents, longest }: Source, userId: string, after: string | undefined) => {
  const { first, most } = slicesOf(longest)
  let [last, size, taken, ends] = [after, first, 0, false]
  let coming: Promise<(Document & Listed)[]> | null = null
  const fetch = () =>
    documents.find({
      where: { user_id: userId, ...(last !== undefined && { list_key: { lt: last } }) },
      sort: [['list_key', 'desc']],
      limit: size,
    })
  return async (): Promise<(Document & Listed)[]> => {
    if (ends) return []
    const found = await (coming ?? fetch())
    coming = null
    ends = found.length < size
    last = found.at(-1)?.list_key ?? last
    const length = found.reduce((sum, document) => sum + lengthOf(document), 0)
    size = nextSlice(most, found.length, length)
    taken += 1
    if (!ends && taken > 1) {
      // The first slice was not enough: the next one comes while this one is looked through. If that fails, the error
      // is met when the slice is asked for.
      coming = fetch()
      coming.catch(() => undefined)
    }
    return found
  }
}

/**
 * The documents of a person in all sources before the key `after`, newest first. A list's key is a position of the log, so those of
 * all kinds have one order, and one cursor goes through all of them.
 */
async function* newestFirst(sources: readonly Source[], userId: string, after: string | undefined) {
  const streams = sources.map((source) => ({
    searched: source.searched,
    next: slicesBefore(source, userId, after),
    // The next one is taken from the end.
    ready: [] as (Document & Listed)[],
  }))
  const fill = async (stream: (typeof streams)[number]) => {
    if (stream.ready.length === 0) stream.ready = (await stream.next()).toReversed()
  }
  for (;;) {
    if (streams.some(({ ready }) => ready.length === 0)) await Promise.all(streams.map(fill))
    let newest: (typeof streams)[number] | undefined
    for (const stream of streams) {
      const [key, other] = [stream.ready.at(-1)?.list_key, newest?.ready.at(-1)?.list_key]
      if (key !== undefined && (other === undefined || key > other)) newest = stream
    }
    const document = newest?.ready.pop()
    if (!newest || !document) return
    const entry: Entry = { document, searched: newest.searched }
    yield entry
  }
}

/** Whether an item is one of those that are asked for; what costs the least is looked at first. */
const asks = ({ query = '', book, color, from, to }: WritingQuery) => {
  const words = wordsToFind(query)
  const inBook = book === undefined ? null : bookName(bookOr404(book), 'en')
  const [begin, end] = [from === undefined ? null : Date.parse(from), to === undefined ? null : Date.parse(to)]
  return ({ document, searched }: Entry): boolean => {
    if (color !== undefined && searched.color?.(document) !== color) return false
    const at = Date.parse(searched.changedAt(document))
    if ((begin !== null && at < begin) || (end !== null && at >= end)) return false
    if (inBook !== null && searched.passage(document)?.book !== inBook) return false
    return words.length === 0 || hasWords(searched.findable(document), words)
  }
}

const shown = ({ document, searched }: Entry, words: readonly string[]): FoundWriting | null => {
  const passage = searched.passage(document)
  if (passage === null) return null
  const { title, text } = searched.words(document)
  return {
    kind: searched.name,
    id: String(document.id),
    passage,
    title,
    excerpt: excerptAround(text, words),
    color: searched.color?.(document) ?? null,
    at: searched.changedAt(document),
  }
}

/**
 * A page of what is found in everything that a person wrote. As for every list (readPage), its length is bounded, and how much is
 * looked through for it. `now`: milliseconds that only grow.
 */
export const findWriting = async (
  sources: readonly Source[],
  userId: string,
  asked: WritingQuery,
  now: () => number = () => performance.now(),
): Promise<Page<FoundWriting>> => {
  const { limit = LIST_LENGTH, after, kind, color, query = '' } = asked
  const isAsked = asks(asked)
  const words = wordsToFind(query)
  const looked = sources.filter(
    ({ searched }) =>
      (kind === undefined || searched.name === kind) && (color === undefined || searched.color !== null),
  )
  const items: FoundWriting[] = []
  const began = now()
  const pause = pauses()
  let [bytes, searched] = [0, 0]
  let last = after ?? null
  const page = (next: string | null) => ({ items, next, units: unitsOf(searched) })
  for await (const entry of newestFirst(looked, userId, after)) {
    await pause()
    const isLate = now() - began > ANSWERED_AFTER_MS
    // There is more: it begins after what was looked at last.
    if (searched > SEARCHED_MAX || (items.length > 0 && (isLate || items.length === limit || bytes > LIST_BYTES_MAX)))
      return page(last)
    searched += lengthOf(entry.document)
    const item = isAsked(entry) ? shown(entry, words) : null
    if (item) {
      bytes += Buffer.byteLength(JSON.stringify(item))
      items.push(item)
    }
    last = entry.document.list_key
  }
  return page(null)
}
