import type { Facts } from '@pathlight/contracts/writing-rules.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { changesSince } from '../changes.ts'
import { factsOf } from './facts.ts'
import { type Entry, newestFirst, type Source } from './newest-first.ts'

/** If more changes than this came since the last search, a person's items are read from the start. */
const MOST_CHANGES = 100
/**
 * How many characters of one person's writing, and of all people's, stay in memory. A string takes one or two bytes a
 * character.
 */
const ONE_LENGTH = 6_000_000
const ALL_LENGTH = 30_000_000
/** Roughly the memory of an item without its text, in characters. */
const ENTRY_LENGTH = 300
/** Roughly the memory of each verse or item that a text names, in characters. */
const MENTION_LENGTH = 50
/** The time after which unused writing is dropped from memory, and the time between two checks, in milliseconds. */
const KEPT_MS = 10 * 60_000
const FORGET_EVERY_MS = 60_000

/**
 * An item with the facts by which a search finds it. `id`: the item's id. `length`: roughly the memory of the item or
 * its document, in characters.
 */
export type KnownItem = Facts & {
  readonly source: Source
  readonly id: string
  readonly listKey: string
  readonly length: number
}

type Known = {
  /** The items read until now, newest first. */
  readonly items: KnownItem[]
  length: number
  isWhole: boolean
  /** The items include all changes up to this position of the log. */
  readonly position: bigint
  readonly stamp: string | null
  /** Reads the documents after the last item; null: all documents were read, or memory holds as many as it may. */
  rest: AsyncIterator<readonly Entry[]> | null
  /** The reading of the next documents, while it is under way. */
  coming: Promise<void> | null
}

/** The writing of the people who search, in memory. */
export type KnownWriting = {
  /**
   * A person's present items, newest first, in batches. First come the items in memory, then the remaining ones as they
   * are read. `after`: the caller needs only items after this key in the list, but others may come too.
   */
  readonly itemsOf: (userId: string, after?: string) => AsyncIterable<readonly KnownItem[]>
  /** Reads a person's items into memory, up to the limit. */
  readonly learn: (userId: string) => Promise<void>
}

const newestBefore = (a: KnownItem, b: KnownItem): number => (a.listKey < b.listKey ? 1 : -1)

/** An item whose facts are computed at their first use. */
const itemOf = ({ source, document }: Entry, length: number): KnownItem =>
  Object.defineProperties(
    { source, id: String(document.id), listKey: document.list_key, length },
    Object.getOwnPropertyDescriptors(factsOf(source.searched, document)),
  ) as KnownItem

/** An item whose facts are computed now, so that its document can be freed. */
const foldedItem = (entry: Entry): KnownItem => {
  const item = { ...itemOf(entry, 0) }
  const { verses, items } = item.mentions ?? { verses: [], items: [] }
  const mentions = MENTION_LENGTH * (verses.length + items.length)
  return { ...item, length: item.text.length + mentions + ENTRY_LENGTH }
}

const isFull = ({ length }: Known): boolean => length > ONE_LENGTH

/**
 * Keeps the searchable text of recent searchers in memory, because decrypting ten thousand items takes longer than a
 * person waits. Later changes come from the list of changes. The text in memory is unencrypted, and is never written to
 * disk.
 */
export const knownWriting = (readModels: ReadModelStore, sources: readonly Source[]): KnownWriting => {
  const known = new LRUCache<string, Known>({
    maxSize: ALL_LENGTH,
    sizeCalculation: ({ length }) => Math.max(1, Math.min(length, ALL_LENGTH)),
    ttl: KEPT_MS,
    updateAgeOnGet: true,
  })
  /** Drops the words of people who do not come back. The cache itself checks ages only when it is used. */
  setInterval(() => known.purgeStale(), FORGET_EVERY_MS).unref()
  /** The cache measures an entry only when it is added, so the entry is removed and added again. */
  const keep = (userId: string, one: Known): void => {
    known.delete(userId)
    known.set(userId, one)
  }
  const changed = changesSince(readModels, MOST_CHANGES)
  /** All searches of this process read one batch at a time into memory. */
  const inTurn = pLimit(1)

  const begin = async (userId: string, before: Known | undefined): Promise<Known> => {
    const stamp = readModels.stamp(userId)
    const position = await readModels.position()
    // Another search of the same person may have begun reading during the await.
    const other = known.get(userId)
    if (other && other !== before) return other
    const rest = newestFirst(sources, userId, undefined)
    const begun: Known = { items: [], length: 0, isWhole: false, position, stamp, rest, coming: null }
    known.set(userId, begun)
    return begun
  }

  /** The items in memory with later changes applied; null: there are too many changes, or too many items for memory. */
  const caughtUp = async (userId: string, before: Known): Promise<Known | null> => {
    const stamp = readModels.stamp(userId)
    const position = await readModels.position()
    const changes = await changed(userId, before.position)
    if (changes.length > MOST_CHANGES) return null
    const names = new Set(changes.map(({ kind, item_id }) => `${kind} ${item_id}`))
    if (names.size === 0) return { ...before, position, stamp }
    const items = before.items.filter(({ source, id }) => !names.has(`${source.kind} ${id}`))
    for (const name of names) {
      const [kind = '', id = ''] = name.split(' ')
      const source = sources.find((one) => one.kind === kind)
      const document = await source?.documents.get(`${userId}.${id}`)
      if (source && document) items.push(foldedItem({ source, document, length: 0 }))
    }
    const length = items.reduce((sum, item) => sum + item.length, 0)
    return length > ONE_LENGTH ? null : { ...before, items: items.sort(newestBefore), length, position, stamp }
  }

  /** A person's present items in memory. After a change, all items are read anew unless all had been read before. */
  const current = async (userId: string): Promise<Known> => {
    const before = known.get(userId)
    const stamp = readModels.stamp(userId)
    if (before && stamp !== null && stamp === before.stamp) return before
    const now = before?.isWhole ? await caughtUp(userId, before) : null
    if (now === null) return begin(userId, before)
    known.set(userId, now)
    return now
  }

  const readNext = async (userId: string, one: Known): Promise<void> => {
    const { value: entries = [], done = true } = (await one.rest?.next()) ?? {}
    const pause = pauses()
    for (const entry of entries as readonly Entry[]) {
      const paused = pause()
      if (paused) await paused
      const item = foldedItem(entry)
      one.items.push(item)
      one.length += item.length
    }
    one.isWhole = done
    if (one.isWhole || isFull(one)) one.rest = null
    if (known.peek(userId) === one) keep(userId, one)
  }
  /**
   * Reads the next documents into memory. If the reading fails, all searches that wait for it get the error, and the
   * next search starts again.
   */
  const more = (userId: string, one: Known): Promise<void> => {
    if (one.coming === null) {
      const coming = inTurn(() => readNext(userId, one))
      one.coming = coming
      coming.then(
        () => {
          one.coming = null
        },
        () => known.peek(userId) === one && known.delete(userId),
      )
    }
    return one.coming
  }

  return {
    async *itemsOf(userId, after) {
      const one = await current(userId)
      for (let at = 0; at < one.items.length || !(one.isWhole || isFull(one)); ) {
        const some = one.items.slice(at)
        at += some.length
        if (some.length > 0) yield some
        else await more(userId, one)
      }
      if (one.isWhole) return
      // The person has more writing than fits into memory. The remaining items are read for this search only.
      const last = one.items.at(-1)?.listKey ?? ''
      for await (const entries of newestFirst(sources, userId, after !== undefined && after < last ? after : last))
        yield entries.map((entry) => itemOf(entry, entry.length))
    },
    learn: async (userId) => {
      const one = await current(userId)
      while (!one.isWhole && !isFull(one)) await more(userId, one)
    },
  }
}
