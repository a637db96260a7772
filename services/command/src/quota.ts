import { TAGS_OF_PERSON_MAX, tagKey } from '@pathlight/contracts/tag-rules.ts'
import { tooManyTags } from '@pathlight/domain/tagged.ts'
import { VersionConflict } from '@pathlight/event-log/event-log.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { inWords, openLimit, type RateLimitStore } from '@pathlight/http/rate-limit.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import { atMost } from '@pathlight/stores/at-most.ts'
import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'

/** The limits of one person, far above what a student of the Bible writes. docs/operations.md names the settings. */
export type QuotaLimits = {
  readonly writesAMinute: number
  readonly megabytesADay: number
  /** The most that the person may write in all, because the log stores every change for ever. */
  readonly megabytes: number
  /** The most items of all kinds at the same time. */
  readonly items: number
  /** The most changes of one item. */
  readonly revisions: number
}

/**
 * An append that a command is about to make. `revisions`: how many events the stream has. `adds`: the item is new.
 * `removes`: the item is removed.
 */
export type Write = {
  readonly bytes: number
  readonly revisions: number
  readonly adds: boolean
  readonly removes: boolean
  /** The tags that the item did not have before. */
  readonly tags: readonly string[]
}

export type Quota = {
  /** Counts a request that may write. Throws 429. */
  readonly countRequest: (userId: string) => Promise<void>
  /**
   * Counts the bytes of an uploaded file. Uploads of a day have the same limit as the day's writes, but are counted
   * apart. Throws 429.
   */
  readonly countUpload: (userId: string, bytes: number) => Promise<void>
  /**
   * Appends a write if the limits allow it. Throws 429 with the time to wait, 413 with the limit, and the errors of
   * `append`.
   */
  readonly append: <T>(userId: string, write: Write, append: () => Promise<T>) => Promise<T>
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const KB = 1_000
/**
 * How many kilobytes a process leases from the store at once. The rest of a lease is lost when the process ends, so a
 * lease is small.
 */
const LEASE_KB = 32
/**
 * The most people whose leases and counts this process stores. People who have not written for the longest time are
 * dropped.
 */
const MOST_PEOPLE = 10_000
/**
 * The most people whose tags this process caches (one person may have a thousand), and how long tags are cached, in
 * milliseconds.
 */
const MOST_PEOPLE_WITH_TAGS = 500
const TAGS_KEPT_MS = 10 * MINUTE_MS
/**
 * How long a person counts as having too many tags without a new reading, in milliseconds. Then the tags are read
 * again, because a write through another process may have removed some.
 */
const FULL_KEPT_MS = 10_000
/**
 * How long a count of a person's items is used, in milliseconds. Items that this process adds meanwhile are added to
 * the count.
 */
const COUNT_KEPT_MS = 60_000
/**
 * In minutes. A person who could reach the limit of items within this time is near the limit, and their items are added
 * one at a time. The time is so long that other processes cannot reach the limit before the next count.
 */
const CLOSE_MINUTES = 10
/** The Retry-After for read models that did not catch up in time, in milliseconds. */
const BEHIND_MS = 2_000

const tooFast = (retryAfterMs: number) => {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  const words = `This is more than can be saved at once. Nothing is lost: please try again in ${inWords(seconds)}.`
  return new HttpProblem(429, 'writing_too_fast', words, { headers: { 'retry-after': String(seconds) } })
}
const tooMuch = (code: string, words: string, max: number) => new HttpProblem(413, code, words, { params: { max } })

/**
 * Limits the writing of each person. Identity counts the bytes before they are appended. A process leases LEASE_KB at
 * once for each person. The rest of a lease stays counted when the process ends, and so do the bytes of a write that
 * failed otherwise than by a conflict. So the count may be too high, but never too low. Removals are limited only by
 * their rate. Items are counted in the read models. Far from the limit a process uses a count for COUNT_KEPT_MS. Near
 * the limit it adds a person's items one at a time, so each process may exceed the limit by one item.
 */
export const createQuota = (options: {
  limits: QuotaLimits
  rateLimitStore: RateLimitStore
  identity: Pick<Identity, 'grantWriting'>
  countItems: (userId: string) => Promise<number>
  /** Waits until `countItems` reflects the present end of the log; false: the wait was too long. */
  catchUp: () => Promise<boolean>
  tagsOf: (userId: string) => Promise<ReadonlySet<string>>
}): Quota => {
  const { limits, rateLimitStore, identity, countItems, catchUp, tagsOf } = options
  const close = limits.items - CLOSE_MINUTES * limits.writesAMinute
  const writes = openLimit(rateLimitStore, { name: 'writes', max: limits.writesAMinute, windowMs: MINUTE_MS })
  const kilobytes = openLimit(rateLimitStore, { name: 'written-kb', max: limits.megabytesADay * KB, windowMs: DAY_MS })
  const uploads = openLimit(rateLimitStore, { name: 'uploaded-kb', max: limits.megabytesADay * KB, windowMs: DAY_MS })
  const leases = new LRUCache<string, { bytes: number; readonly inTurn: LimitFunction }>(atMost(MOST_PEOPLE))
  const counts = new LRUCache<string, { items: number }>({ ...atMost(MOST_PEOPLE), ttl: COUNT_KEPT_MS })
  const tagged = new LRUCache<string, Set<string>>({ ...atMost(MOST_PEOPLE_WITH_TAGS), ttl: TAGS_KEPT_MS })
  /** People whose tags were too many at the last reading, and who have not changed or removed an item since. */
  const full = new LRUCache<string, true>({ ...atMost(MOST_PEOPLE), ttl: FULL_KEPT_MS })
  /** A queue for each person near the limit. */
  const adding = new LRUCache<string, LimitFunction>(atMost(MOST_PEOPLE))

  const consume = async (limit: typeof writes, userId: string, amount: number) => {
    const retryAfterMs = await limit(userId, amount)
    if (retryAfterMs !== null) throw tooFast(retryAfterMs)
  }
  const takeBytes = async (userId: string, bytes: number) => {
    const lease = leases.get(userId) ?? { bytes: 0, inTurn: pLimit(1) }
    leases.set(userId, lease)
    // Of simultaneous writes only one asks for a lease at a time. The others then take their bytes from the same lease.
    await lease.inTurn(async () => {
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
    })
    return lease
  }
  const countOf = async (userId: string) => {
    const known = counts.get(userId)
    if (known !== undefined) return known
    const items = await countItems(userId)
    // Another request may have stored a count during the await. That count includes the items that this process has
    // added since.
    const counted = counts.get(userId) ?? { items }
    counts.set(userId, counted)
    return counted
  }
  /** Refuses too many different tags. Tags that other processes added within the last TAGS_KEPT_MS may be missed. */
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
      // The person may have removed tags since the last reading.
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
      if (removes) {
        full.delete(userId)
        return append()
      }
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
          // Another writer was faster, or an imported item exists already. The bytes were not written, and are given
          // back.
          if (error instanceof VersionConflict) lease.bytes += bytes
          throw error
        }
      }
      if (!adds) {
        const done = await appendCounted()
        // The change may have removed a tag of the item.
        full.delete(userId)
        return done
      }
      const counted = await countOf(userId)
      if (counted.items >= close) return addClose(userId, appendCounted)
      counted.items += 1
      return appendCounted()
    },
  }
}
