import { excerptAround } from '@pathlight/contracts/excerpt-rules.ts'
import { wordsToFind } from '@pathlight/contracts/find-rules.ts'
import { LIST_BYTES_MAX, LIST_LENGTH } from '@pathlight/contracts/lists.ts'
import type { FoundWriting, WritingQuery } from '@pathlight/contracts/writing.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import { lengthOf, type Page, SEARCHED_MAX, slicesOf } from '../list-page.ts'
import { asksFor, factsOf } from './facts.ts'
import type { KnownItem, KnownWriting } from './known-writing.ts'
import type { Entry } from './newest-first.ts'

/**
 * After this time, in milliseconds, a search answers the items found until then. The client requests the rest while the
 * person reads.
 */
const ANSWERED_AFTER_MS = 80

const shown = ({ document, source: { searched } }: Entry, words: readonly string[]): FoundWriting => {
  const { title, text } = searched.words(document)
  const { style, tags } = document as Pick<FoundWriting, 'style' | 'tags'>
  return {
    kind: searched.name,
    id: String(document.id),
    passage: searched.passage(document),
    title,
    excerpt: excerptAround(text, words),
    color: searched.color?.(document) ?? null,
    ...(style && { style }),
    tags,
    at: searched.changedAt(document),
    created_at: String(document.created_at),
  }
}

/** Reads the documents of items. A document that was removed meanwhile is left out. */
const documentsOf = async (items: readonly KnownItem[], userId: string): Promise<Entry[]> => {
  const bySource = Map.groupBy(items, ({ source }) => source)
  const read = [...bySource].map(async ([source, of]): Promise<Entry[]> => {
    const where = { user_id: userId, list_key: { in: of.map(({ listKey }) => listKey) } }
    const found = await source.documents.find({ where })
    return found.map((document) => ({ document, source, length: lengthOf(document) }))
  })
  return (await Promise.all(read)).flat().toSorted((a, b) => (a.document.list_key < b.document.list_key ? 1 : -1))
}

/**
 * A page of the search in all of a person's writing. The page's length and the amount of reading are bounded. If the
 * writing is in memory, only the documents of the page are read. These documents are filtered once more, because they
 * may have changed. `now`: a monotonic clock in milliseconds.
 */
export const findWriting = async (
  known: KnownWriting,
  userId: string,
  asked: WritingQuery,
  now: () => number = () => performance.now(),
): Promise<Page<FoundWriting>> => {
  const { limit = LIST_LENGTH, after, kind, query = '' } = asked
  const isAsked = asksFor(asked)
  const words = wordsToFind(query)
  const pause = pauses()
  const began = now()
  const found: KnownItem[] = []
  let searched = 0
  let last: string | null = null
  let isEnd = true
  look: for await (const items of known.itemsOf(userId, after))
    for (const item of items) {
      const paused = pause()
      if (paused) await paused
      if (after !== undefined && item.listKey >= after) continue
      // The page is full, enough was read, or the time is over.
      isEnd = !(searched > SEARCHED_MAX || (found.length > 0 && now() - began > ANSWERED_AFTER_MS))
      if (!isEnd || found.length > limit) break look
      searched += item.length
      last = item.listKey
      if ((kind === undefined || item.source.searched.name === kind) && isAsked(item)) found.push(item)
    }
  if (found.length > limit) {
    isEnd = false
    found.pop()
    last = found.at(-1)?.listKey ?? null
  }
  const items: FoundWriting[] = []
  let bytes = 0
  // Documents are read in slices, so that memory stays small.
  for (let at = 0; at < found.length; ) {
    const longest = Math.max(...found.slice(at).map(({ source }) => source.longest))
    const some = found.slice(at, at + slicesOf(longest).most)
    at += some.length
    for (const entry of await documentsOf(some, userId)) {
      await pause()
      const { document, source } = entry
      if (isAsked(factsOf(source.searched, document))) {
        const item = shown(entry, words)
        bytes += Buffer.byteLength(JSON.stringify(item))
        items.push(item)
      }
    }
    if (bytes > LIST_BYTES_MAX && at < found.length) return { items, next: some.at(-1)?.listKey ?? null }
  }
  return { items, next: isEnd ? null : last }
}
