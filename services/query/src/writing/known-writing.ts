import type { Facts } from '@pathlight/contracts/writing-rules.ts'
import { type Document, type ReadModelStore, whatIsRead } from '@pathlight/read-models/read-model-store.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { changesSince } from '../changes.ts'
import { type Listed, slicesOf } from '../list-page.ts'
import { factsOf } from './facts.ts'
import type { Source } from './newest-first.ts'
import { lengthOf, ONE_LENGTH, packs, packsOf } from './packs.ts'

/** After more changes than this everything is read anew. */
const MOST_CHANGES = 100
/** Characters that are kept of all people's writing together (ONE_LENGTH of one's). A string takes one or two bytes a character. */
const ALL_LENGTH = 30_000_000
/** What is not asked for is forgotten after this long. */
const KEPT_MS = 10 * 60_000

/** An item by what it is found by. `id` is that of its document. */
export type KnownItem = Facts & { readonly source: Source; readonly id: string; readonly listKey: string }

type Known = {
  /** Newest first; null: there is more than may be kept. */
  readonly items: readonly KnownItem[] | null
  readonly length: number
  /** All up to this position of the log is in it. */
  readonly position: bigint
  readonly stamp: string | null
}

/** What the search knows of people's writing without reading it again. */
export type KnownWriting = {
  /** All of a person's items as they are now, newest first; null: they are not known, or are too long to be kept. */
  readonly itemsOf: (userId: string) => Promise<readonly KnownItem[] | null>
  /**
   * Reads a person's items to know them, unless they are known: their packs, and the documents of what is too long for a pack.
   */
  readonly learn: (userId: string) => Promise<void>
}

const newestBefore = (a: KnownItem, b: KnownItem): number => (a.listKey < b.listKey ? 1 : -1)

const knownItem = (source: Source, document: Document & Listed): KnownItem => {
  const { color, changedAt, book, text } = factsOf(source.searched, document)
  return { color, changedAt, book, text, source, id: String(document.id), listKey: document.list_key }
}

/**
 * Keeps in memory by what each item of the last people who searched is found: to open and to fold ten thousand items takes longer than a
 * person waits for a search. It comes from their packs, of which there are few. What changed since is read by the list of changes. The text is a person's words in clear, as in the answers
 * that this process sends; it is never written anywhere.
 */
export const knownWriting = (readModels: ReadModelStore, sources: readonly Source[]): KnownWriting => {
  const packed = readModels.collection(packs)
  const known = new LRUCache<string, Known>({
    maxSize: ALL_LENGTH,
    sizeCalculation: ({ length }) => Math.max(1, length),
    ttl: KEPT_MS,
    updateAgeOnGet: true,
  })
  const changed = changesSince(readModels, MOST_CHANGES)
  const learning = new Map<string, Promise<void>>()
  /** People are learned one after another, so that memory does not feel how many search at once. */
  const inTurn = pLimit(1)

  /** What is known with what changed since; null: too much did. */
  const caughtUp = async (
    userId: string,
    { items, length: before }: Known & { items: readonly KnownItem[] },
    since: bigint,
  ) => {
    const stamp = readModels.stamp(userId)
    const position = await readModels.position()
    const changes = await changed(userId, since)
    if (changes.length > MOST_CHANGES) return null
    const names = new Set(changes.map(({ kind, item_id }) => `${kind} ${item_id}`))
    const left = names.size === 0 ? items : items.filter(({ source, id }) => !names.has(`${source.kind} ${id}`))
    const fresh: KnownItem[] = []
    for (const name of names) {
      const [kind = '', id = ''] = name.split(' ')
      const source = sources.find((one) => one.kind === kind)
      const document = await source?.documents.get(`${userId}.${id}`)
      if (source && document) fresh.push(knownItem(source, document))
    }
    const all = fresh.length === 0 ? left : [...left, ...fresh].sort(newestBefore)
    const length = all === items ? before : all.reduce((sum, item) => sum + lengthOf(item), 0)
    return length > ONE_LENGTH ? null : { items: all, length, position, stamp }
  }

  /** What the packs have; null: they are being made. */
  const readPacks = async (userId: string): Promise<Known | null> => {
    if (!whatIsRead(await readModels.checkpoints()).has(packs.name)) return null
    const stamp = readModels.stamp(userId)
    const position = await readModels.position()
    const items: KnownItem[] = []
    const long: { source: Source; listKey: string }[] = []
    const pause = pauses()
    let length = 0
    let isFull = false
    const answer = (): Known => {
      const isTooLong = isFull || length > ONE_LENGTH
      if (!isTooLong) items.sort(newestBefore)
      return { items: isTooLong ? null : items, length: isTooLong ? 1 : length, position, stamp }
    }
    const take = (item: KnownItem) => {
      items.push(item)
      length += lengthOf(item)
    }
    for await (const some of packsOf(packed, userId))
      for (const pack of some) {
        for (const { kind, id, list_key: listKey, color, changed_at: changedAt, book, text } of pack.items) {
          const source = sources.find((one) => one.kind === kind)
          if (!source) continue
          if (text === null) long.push({ source, listKey })
          else take({ color, changedAt, book, text, source, id, listKey })
        }
        isFull ||= pack.isFull === true
        if (isFull || length > ONE_LENGTH) return answer()
        await pause()
      }
    for (const [source, of] of Map.groupBy(long, (one) => one.source))
      for (let from = 0; from < of.length; from += slicesOf(source.longest).most) {
        const keys = of.slice(from, from + slicesOf(source.longest).most).map(({ listKey }) => listKey)
        const where = { user_id: userId, list_key: { in: keys } }
        for (const document of await source.documents.find({ where })) {
          take(knownItem(source, document))
          if (length > ONE_LENGTH) return answer()
          await pause()
        }
      }
    return answer()
  }

  const read = async (userId: string): Promise<void> => {
    const found = await readPacks(userId)
    if (found !== null) known.set(userId, found)
  }

  const learn = (userId: string): Promise<void> => {
    if (known.has(userId)) return Promise.resolve()
    const running = learning.get(userId) ?? inTurn(() => read(userId)).finally(() => learning.delete(userId))
    learning.set(userId, running)
    return running
  }

  return {
    itemsOf: async (userId) => {
      const before = known.get(userId)
      if (before === undefined || before.items === null) return null
      const stamp = readModels.stamp(userId)
      if (stamp !== null && stamp === before.stamp) return before.items
      const now = await caughtUp(userId, { ...before, items: before.items }, before.position)
      if (now !== null) {
        known.set(userId, now)
        return now.items
      }
      known.delete(userId)
      await learn(userId)
      return known.get(userId)?.items ?? null
    },
    learn,
  }
}
