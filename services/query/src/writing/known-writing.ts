import type { Facts } from '@pathlight/contracts/writing-rules.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { changesSince } from '../changes.ts'
import { factsOf } from './facts.ts'
import { type Entry, newestFirst, type Source } from './newest-first.ts'

/** After more changes than this everything is read anew. */
const MOST_CHANGES = 100
/** Characters that are kept of one person's writing, and of all people's together. A string takes one or two bytes a character. */
const ONE_LENGTH = 6_000_000
const ALL_LENGTH = 30_000_000
/** What an item takes besides its text. */
const ENTRY_LENGTH = 300
/** What each verse or item that a text names takes. */
const MENTION_LENGTH = 50
/** What is not asked for is forgotten after this long, and looked for this often. */
const KEPT_MS = 10 * 60_000
const FORGET_EVERY_MS = 60_000

/** An item by what it is found by. `id` is that of its document, `length` about how long that is, in characters. */
export type KnownItem = Facts & {
  readonly source: Source
  readonly id: string
  readonly listKey: string
  readonly length: number
}

type Known = {
  /** Newest first, as far as they were read. */
  readonly items: KnownItem[]
  length: number
  isWhole: boolean
  /** All up to this position of the log is in it. */
  readonly position: bigint
  readonly stamp: string | null
  /** The documents behind the last item; null where all were read, or as many as are kept. */
  rest: AsyncIterator<readonly Entry[]> | null
  /** The next of them are being read. */
  coming: Promise<void> | null
}

/** What the search knows of people's writing without reading it again. */
export type KnownWriting = {
  /**
   * A person's items as they are now, newest first, some at a time: those that are known at once, the others as they are read. `after`: those
   * before this key are not needed.
   */
  readonly itemsOf: (userId: string, after?: string) => AsyncIterable<readonly KnownItem[]>
  /** Reads a person's items to know them, as many as are kept. */
  readonly learn: (userId: string) => Promise<void>
}

const newestBefore = (a: KnownItem, b: KnownItem): number => (a.listKey < b.listKey ? 1 : -1)

/** The words are folded when they are asked for. */
const itemOf = ({ source, document }: Entry, length: number): KnownItem =>
  Object.defineProperties(
    { source, id: String(document.id), listKey: document.list_key, length },
    Object.getOwnPropertyDescriptors(factsOf(source.searched, document)),
  ) as KnownItem

/** The words are folded and what they name is found now, and the document is let go. */
const foldedItem = (entry: Entry): KnownItem => {
  const item = { ...itemOf(entry, 0) }
  const { verses, items } = item.mentions ?? { verses: [], items: [] }
  const mentions = MENTION_LENGTH * (verses.length + items.length)
  return { ...item, length: item.text.length + mentions + ENTRY_LENGTH }
}

const isFull = ({ length }: Known): boolean => length > ONE_LENGTH

/**
 * Keeps in memory by what each item of the last people who searched is found: to open and to fold ten thousand items takes longer than a
 * person waits for a search. What changed since is read by the list of changes. The text is a person's words in clear, as in the answers
 * that this process sends; it is never written anywhere.
 */
export const knownWriting = (readModels: ReadModelStore, sources: readonly Source[]): KnownWriting => {
  const known = new LRUCache<string, Known>({
    maxSize: ALL_LENGTH,
    sizeCalculation: ({ length }) => Math.max(1, Math.min(length, ALL_LENGTH)),
    ttl: KEPT_MS,
    updateAgeOnGet: true,
  })
  /** Without it, words of a person who does not come back would stay in memory: the cache looks at their age only when it is asked. */
  setInterval(() => known.purgeStale(), FORGET_EVERY_MS).unref()
  /** The cache takes the length of an entry when it is put in, and again only if it was taken out before. */
  const keep = (userId: string, one: Known): void => {
    known.delete(userId)
    known.set(userId, one)
  }
  const changed = changesSince(readModels, MOST_CHANGES)
  /** One slice is read after another, whoever searches: memory does not feel how many search at once. */
  const inTurn = pLimit(1)

  const begin = async (userId: string, before: Known | undefined): Promise<Known> => {
    const stamp = readModels.stamp(userId)
    const position = await readModels.position()
    // Another search of the person may have begun meanwhile.
    const other = known.get(userId)
    if (other && other !== before) return other
    const rest = newestFirst(sources, userId, undefined)
    const begun: Known = { items: [], length: 0, isWhole: false, position, stamp, rest, coming: null }
    known.set(userId, begun)
    return begun
  }

  /** What is known with what changed since; null: too much did, or it is more than is kept now. */
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

  /** What is known of a person, as it is now. Of whom not all was read yet, everything is read anew after a change. */
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
  /** Reads some more. A failure is everybody's who goes on with it; the next search begins anew. */
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
      // There is more than may be kept.
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
