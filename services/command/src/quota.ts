import { TAGS_OF_PERSON_MAX, tagKey } from '@pathlight/contracts/tag-rules.ts'
import { tooManyTags } from '@pathlight/domain/tagged.ts'
import { VersionConflict } from '@pathlight/event-log/event-log.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { inWords, openLimit, type RateLimitStore } from '@pathlight/http/rate-limit.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import { atMost } from '@pathlight/stores/at-most.ts'
import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'

/** What one person may write: far more than a student of the Bible ever does. operations.md names the settings. */
export type QuotaLimits = {
  readonly writesAMinute: number
  readonly megabytesADay: number
  /** Ever written: the log keeps every change. */
  readonly megabytes: number
  /** Notes, highlights and so on that are there at the same time. */
  readonly items: number
  /** Changes of one item. */
  readonly revisions: number
}

/** What a command is about to append, to an item as it has become. `adds`: an item that was not there; `removes`: it goes. */
export type Write = {
  readonly bytes: number
  readonly revisions: number
  readonly adds: boolean
  readonly removes: boolean
  /** Those that the item did not have before. */
  readonly tags: readonly string[]
}

export type Quota = {
  /** Counts a request that wants to change something. Throws 429. */
  readonly countRequest: (userId: string) => Promise<void>
  /**
   * Counts bytes of a file that is kept until it is taken over: in a day as many as the person may write, beside what they write. Throws
   * 429.
   */
  readonly countUpload: (userId: string, bytes: number) => Promise<void>
  /** Appends a write for which there is room. Throws 429 (come back later) or 413 (which limit it is), and what `append` throws. */
  readonly append: <T>(userId: string, write: Write, append: () => Promise<T>) => Promise<T>
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const KB = 1_000
/** Kilobytes that are taken from the store at once. */
const LEASE_KB = 1_000
/** Most people whose leases and counts are kept; those longest without a write are dropped. */
const MOST_PEOPLE = 10_000
/** The same of their tags, of which one person may have a thousand, and how long those are believed, in milliseconds. */
const MOST_PEOPLE_WITH_TAGS = 500
const TAGS_KEPT_MS = 10 * MINUTE_MS
/** How long too many tags are believed, in milliseconds: a write through another process may have taken some away. */
const FULL_KEPT_MS = 10_000
/** How long a count of a person's items is used, in milliseconds. It includes what this process adds meanwhile. */
const COUNT_KEPT_MS = 60_000
/** Minutes of writing below the limit from which on each item is added alone: what other processes add to a count meanwhile is less. */
const CLOSE_MINUTES = 10
/** Retry-After where the read models have not reached the log in time, in milliseconds. */
const BEHIND_MS = 2_000

const tooFast = (retryAfterMs: number) => {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  const words = `This is more than can be saved at once. Nothing is lost: please try again in ${inWords(seconds)}.`
  return new HttpProblem(429, 'writing_too_fast', words, { headers: { 'retry-after': String(seconds) } })
}
const tooMuch = (code: string, words: string, max: number) => new HttpProblem(413, code, words, { params: { max } })

/**
 * Keeps what one person writes within bounds. Identity counts what was ever written, atomically before it is appended, LEASE_KB at once, so
 * that no append waits for a second store each time: a crash counts that much too much at most, never too little. Removing is always allowed but for the rate: a person who is over a limit must be able to get below it.
 *
 * Items are counted where they are, in the read models, so that the count cannot be wrong for long on either engine, whatever crashes. Far
 * from the limit a count is believed for a minute. Close to it a process adds one of a person's items at a time: it waits until the read
 * models have all that is in the log, counts, and appends. So each process may exceed the limit by one item.
 */
export const createQuota = (options: {
  limits: QuotaLimits
  rateLimitStore: RateLimitStore
  identity: Pick<Identity, 'grantWriting'>
  /** How many items of every kind the person has. */
  countItems: (userId: string) => Promise<number>
  /** Waits until countItems knows all that is in the log now; false: it does not in time. */
  catchUp: () => Promise<boolean>
  /** The keys of all tags that the person's items have. */
  tagsOf: (userId: string) => Promise<ReadonlySet<string>>
}): Quota => {
  const { limits, rateLimitStore, identity, countItems, catchUp, tagsOf } = options
  const close = limits.items - CLOSE_MINUTES * limits.writesAMinute
  const writes = openLimit(rateLimitStore, { name: 'writes', max: limits.writesAMinute, windowMs: MINUTE_MS })
  const kilobytes = openLimit(rateLimitStore, { name: 'written-kb', max: limits.megabytesADay * KB, windowMs: DAY_MS })
  const uploads = openLimit(rateLimitStore, { name: 'uploaded-kb', max: limits.megabytesADay * KB, windowMs: DAY_MS })
  const leases = new LRUCache<string, { bytes: number }>(atMost(MOST_PEOPLE))
  const counts = new LRUCache<string, { items: number }>({ ...atMost(MOST_PEOPLE), ttl: COUNT_KEPT_MS })
  const tagged = new LRUCache<string, Set<string>>({ ...atMost(MOST_PEOPLE_WITH_TAGS), ttl: TAGS_KEPT_MS })
  /** People whose tags were read again and were too many, and who have changed nothing since that may have taken one away. */
  const full = new LRUCache<string, true>({ ...atMost(MOST_PEOPLE), ttl: FULL_KEPT_MS })
  /** One of a person's items at a time, close to the limit. */
  const adding = new LRUCache<string, LimitFunction>(atMost(MOST_PEOPLE))

  const consume = async (limit: typeof writes, userId: string, amount: number) => {
    const retryAfterMs = await limit(userId, amount)
    if (retryAfterMs !== null) throw tooFast(retryAfterMs)
  }
  const takeBytes = async (userId: string, bytes: number) => {
    const lease = leases.get(userId) ?? { bytes: 0 }
    leases.set(userId, lease)
    if (lease.bytes < bytes) {
      const needed = Math.ceil((bytes - lease.bytes) / KB)
      const most = limits.megabytes * KB
      const grant = async (amount: number) => ((await identity.grantWriting(userId, amount, most)) ? amount : 0)
      const granted = (needed < LEASE_KB && (await grant(LEASE_KB))) || (await grant(needed))
      if (granted === 0) {
        const words = `Everything you ever wrote here, with all changes, is at its limit: ${limits.megabytes} MB.`
        throw tooMuch('quota_full', words, limits.megabytes)
      }
      lease.bytes += granted * KB
    }
    lease.bytes -= bytes
    return lease
  }
  const countOf = async (userId: string) => {
    const known = counts.get(userId)
    if (known !== undefined) return known
    const items = await countItems(userId)
    // Another request may have counted meanwhile: its count has what was added since.
    const counted = counts.get(userId) ?? { items }
    counts.set(userId, counted)
    return counted
  }
  /** Refuses more different tags than a person may have. What other processes add within ten minutes is not seen. */
  const checkTags = async (userId: string, tags: readonly string[]) => {
    const keys = tags.map(tagKey)
    const isNew = (known: ReadonlySet<string>) => keys.some((key) => !known.has(key))
    const isTooMuch = (known: ReadonlySet<string>) =>
      isNew(known) && new Set([...known, ...keys]).size > TAGS_OF_PERSON_MAX
    const read = async () => {
      const known = new Set(await tagsOf(userId))
      tagged.set(userId, known)
      return known
    }
    let known = tagged.get(userId) ?? (await read())
    if (isTooMuch(known)) {
      if (full.has(userId)) throw tooManyTags()
      // Some may have gone meanwhile.
      if (!(await catchUp())) throw tooFast(BEHIND_MS)
      known = await read()
      if (isTooMuch(known)) {
        full.set(userId, true)
        throw tooManyTags()
      }
    }
    for (const key of keys) known.add(key)
  }
  const addClose = <T>(userId: string, append: () => Promise<T>): Promise<T> => {
    const inTurn = adding.get(userId) ?? pLimit(1)
    adding.set(userId, inTurn)
    return inTurn(async () => {
      if (!(await catchUp())) throw tooFast(BEHIND_MS)
      if ((await countItems(userId)) >= limits.items)
        throw tooMuch('too_many_items', `You can keep at most ${limits.items} items here.`, limits.items)
      return append()
    })
  }

  return {
    countRequest: (userId) => consume(writes, userId, 1),
    countUpload: (userId, bytes) => consume(uploads, userId, Math.ceil(bytes / KB)),
    append: async (userId, { bytes, revisions, adds, removes, tags }, append) => {
      // It may take tags away.
      if (!adds && tags.length === 0) full.delete(userId)
      if (removes) return append()
      if (tags.length > 0) await checkTags(userId, tags)
      if (revisions >= limits.revisions) {
        const words = 'This was changed so often that its history is full. Please copy its text into a new one.'
        throw tooMuch('history_full', words, limits.revisions)
      }
      const appendCounted = async () => {
        await consume(kilobytes, userId, Math.ceil(bytes / KB))
        const lease = await takeBytes(userId, bytes)
        try {
          return await append()
        } catch (error) {
          // What is imported again is there already.
          if (error instanceof VersionConflict) lease.bytes += bytes
          throw error
        }
      }
      if (!adds) return appendCounted()
      const counted = await countOf(userId)
      if (counted.items >= close) return addClose(userId, appendCounted)
      counted.items += 1
      return appendCounted()
    },
  }
}
