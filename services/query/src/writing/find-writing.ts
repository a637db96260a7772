import { excerptAround } from '@pathlight/contracts/excerpt-rules.ts'
import { wordsToFind } from '@pathlight/contracts/find-rules.ts'
import { LIST_BYTES_MAX, LIST_LENGTH } from '@pathlight/contracts/lists.ts'
import type { FoundWriting, WritingQuery } from '@pathlight/contracts/writing.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import { lengthOf, type Page, SEARCHED_MAX, slicesOf } from '../list-page.ts'
import { asksFor, factsOf } from './facts.ts'
import type { KnownItem } from './known-writing.ts'
import { type Entry, newestFirst, type Source } from './newest-first.ts'

/** What was found is answered after so long, in milliseconds: the rest is asked for while it is being read. */
const ANSWERED_AFTER_MS = 80

const shown = ({ document, source: { searched } }: Entry, words: readonly string[]): FoundWriting | null => {
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
  const isAsked = asksFor(asked)
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
  const page = (next: string | null): Page<FoundWriting> => ({ items, next })
  for await (const entries of newestFirst(looked, userId, after))
    for (const entry of entries) {
      const paused = pause()
      if (paused) await paused
      // There is more: it begins after what was looked at last.
      if (searched > SEARCHED_MAX) return page(last)
      const isFull = items.length === limit || bytes > LIST_BYTES_MAX
      if (items.length > 0 && (isFull || now() - began > ANSWERED_AFTER_MS)) return page(last)
      searched += entry.length
      const isOne = isAsked(factsOf(entry.source.searched, entry.document))
      const item = isOne ? shown(entry, words) : null
      if (item) {
        bytes += Buffer.byteLength(JSON.stringify(item))
        items.push(item)
      }
      last = entry.document.list_key
    }
  return page(null)
}

/** The documents of items, which may be gone by now. */
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
 * The same page out of what is known of the person's items (knownWriting): only what is shown is read. The documents say once
 * more whether they are asked for, because they may have changed.
 */
export const findKnownWriting = async (
  known: readonly KnownItem[],
  userId: string,
  asked: WritingQuery,
): Promise<Page<FoundWriting>> => {
  const { limit = LIST_LENGTH, after, kind, query = '' } = asked
  const isAsked = asksFor(asked)
  const words = wordsToFind(query)
  const pause = pauses()
  const found: KnownItem[] = []
  for (const item of known) {
    const paused = pause()
    if (paused) await paused
    if (after !== undefined && item.listKey >= after) continue
    if (kind !== undefined && item.source.searched.name !== kind) continue
    if (isAsked(item)) found.push(item)
    if (found.length > limit) break
  }
  const items: FoundWriting[] = []
  let bytes = 0
  let last: string | null = null
  // Long ones are read a few at a time, so that memory does not feel how long they are.
  for (let at = 0; at < Math.min(limit, found.length); ) {
    const longest = Math.max(...found.slice(at).map(({ source }) => source.longest))
    const some = found.slice(at, Math.min(limit, at + slicesOf(longest).most))
    at += some.length
    for (const entry of await documentsOf(some, userId)) {
      await pause()
      const { document, source } = entry
      const item = isAsked(factsOf(source.searched, document)) ? shown(entry, words) : null
      if (item) {
        bytes += Buffer.byteLength(JSON.stringify(item))
        items.push(item)
      }
    }
    last = some.at(-1)?.listKey ?? last
    if (bytes > LIST_BYTES_MAX && at < found.length) return { items, next: last }
  }
  return { items, next: found.length > limit ? last : null }
}
