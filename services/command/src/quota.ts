import { HttpProblem } from '@pathlight/http/problem.ts'
import { inWords, openLimit, type RateLimitStore } from '@pathlight/http/rate-limit.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import { atMost } from '@pathlight/stores/at-most.ts'
import { LRUCache } from 'lru-cache'

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
}

/** What became of a write: `unknown` where the log did not say. */
export type Outcome = 'written' | 'not written' | 'unknown'

/** What was set aside for a write, until it is known what became of it. */
export type Reserved = {
  /** To be called once: what was set aside for a write that was not written is given back. */
  readonly end: (outcome: Outcome) => void
}

export type Quota = {
  /** Counts a request that wants to change something. Throws 429. */
  readonly countRequest: (userId: string) => Promise<void>
  /**
   * Counts bytes of a file that is kept until it is taken over: in a day as many as the person may write, beside what they write. Throws
   * 429.
   */
  readonly countUpload: (userId: string, bytes: number) => Promise<void>
  /** Sets aside what the write needs, before it is appended. Throws 429 (come back later) or 413 (which limit it is). */
  readonly reserve: (userId: string, write: Write) => Promise<Reserved>
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const KB = 1_000
/** So much is taken from the store at once; a process that dies has taken this too much at most. */
const LEASE_KB = 1_000
/** People of whom it is known what they may write: those longest without a write are counted anew. */
const MOST_PEOPLE = 10_000
/** How long a count of a person's items is believed; what comes and goes meanwhile, in this process, goes into it. */
const COUNT_KEPT_MS = 60_000
/** Minutes of writing below the limit from which on each item is added alone: what other processes add to a count meanwhile is less. */
const CLOSE_MINUTES = 10
/** Close to the limit one process lets this part of what is left pass before it counts anew, or one: so many processes together do not go beyond. */
const PART_OF_THE_REST = 1 / 16
/** And it counts anew after so long, in milliseconds: the rest is less by what other processes let pass meanwhile. */
const REST_BELIEVED_MS = 1_000
/** When to come back where the read models have not reached the log in time, in milliseconds. */
const BEHIND_MS = 2_000

const tooFast = (retryAfterMs: number) => {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  const words = `This is more than can be saved at once. Nothing is lost: please try again in ${inWords(seconds)}.`
  return new HttpProblem(429, 'writing_too_fast', words, { headers: { 'retry-after': String(seconds) } })
}
/** What may pass before the next count, and what has passed and may not be in the log yet. */
type Rest = { left: number; believedUntil: number; readonly underWay: Set<Promise<void>> }

const givenBack = (giveBack: () => void): Reserved => ({
  end: (outcome) => {
    if (outcome === 'not written') giveBack()
  },
})
const tooMuch = (code: string, words: string, max: number) => new HttpProblem(413, code, words, { params: { max } })

/**
 * Keeps what one person writes within bounds. Identity counts what was ever written, atomically before it is appended,
 * in leases. So a crash counts up to a lease too much, never too little, and no append waits for a second store each
 * time. Removing is always allowed but for the rate: a person who is over a limit must be able to get below it.
 *
 * Items are counted where they are, in the read models, so that the count cannot be wrong for long on either engine,
 * whatever crashes. Far from the limit a count is believed for a minute. Close to it a process waits until the read models have all
 * that is in the log, counts, and lets a small part of the rest pass; it counts again when all of that part is appended, or a second is
 * over. At the limit that part is one item. So each process lets at most one item pass that it did not see another process add, or what it
 * did not see within that second.
 */
export const createQuota = (options: {
  limits: QuotaLimits
  rateLimitStore: RateLimitStore
  identity: Pick<Identity, 'grantWriting'>
  /** How many items of every kind the person has. */
  countItems: (userId: string) => Promise<number>
  /** Waits until countItems knows all that is in the log now; false: it does not in time. */
  catchUp: () => Promise<boolean>
}): Quota => {
  const { limits, rateLimitStore, identity, countItems, catchUp } = options
  const close = limits.items - CLOSE_MINUTES * limits.writesAMinute
  const writes = openLimit(rateLimitStore, { name: 'writes', max: limits.writesAMinute, windowMs: MINUTE_MS })
  const kilobytes = openLimit(rateLimitStore, { name: 'written-kb', max: limits.megabytesADay * KB, windowMs: DAY_MS })
  const uploads = openLimit(rateLimitStore, { name: 'uploaded-kb', max: limits.megabytesADay * KB, windowMs: DAY_MS })
  const leases = new LRUCache<string, { bytes: number }>(atMost(MOST_PEOPLE))
  const counts = new LRUCache<string, { items: number }>({ ...atMost(MOST_PEOPLE), ttl: COUNT_KEPT_MS })
  /** People who add items close to the limit, and when the last of their waiting requests will have been let pass. */
  const adding = new Map<string, Promise<void>>()
  const rests = new LRUCache<string, Rest>(atMost(MOST_PEOPLE))

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
    return givenBack(() => {
      lease.bytes += bytes
    })
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
  /** The person's turn: nothing of theirs is let pass by this process until it is ended. */
  const turnOf = async (userId: string) => {
    const before = adding.get(userId)
    const { promise, resolve } = Promise.withResolvers<void>()
    const last = (before ?? Promise.resolve()).then(() => promise)
    adding.set(userId, last)
    await before
    return () => {
      resolve()
      if (adding.get(userId) === last) adding.delete(userId)
    }
  }
  const countRest = async (userId: string, { underWay }: Rest): Promise<Rest> => {
    await Promise.all(underWay)
    if (!(await catchUp())) throw tooFast(BEHIND_MS)
    const items = await countItems(userId)
    counts.set(userId, { items })
    if (items >= limits.items)
      throw tooMuch('too_many_items', `You can keep at most ${limits.items} items here.`, limits.items)
    const left = Math.max(1, Math.floor((limits.items - items) * PART_OF_THE_REST))
    const rest = { left, believedUntil: Date.now() + REST_BELIEVED_MS, underWay }
    rests.set(userId, rest)
    return rest
  }
  /** In the person's turn. */
  const addClose = async (userId: string): Promise<Reserved> => {
    const known = rests.get(userId) ?? { left: 0, believedUntil: 0, underWay: new Set() }
    const isBelieved = known.left > 0 && Date.now() < known.believedUntil
    const rest = isBelieved ? known : await countRest(userId, known)
    rest.left -= 1
    const { promise, resolve } = Promise.withResolvers<void>()
    rest.underWay.add(promise)
    return {
      end: () => {
        rest.underWay.delete(promise)
        resolve()
      },
    }
  }
  const addItem = async (userId: string): Promise<Reserved> => {
    const counted = await countOf(userId)
    if (counted.items < close) {
      counted.items += 1
      return givenBack(() => {
        counted.items -= 1
      })
    }
    const endTurn = await turnOf(userId)
    try {
      return await addClose(userId)
    } finally {
      endTurn()
    }
  }
  const removeItem = (userId: string): Reserved => ({
    end: (outcome) => {
      const counted = counts.get(userId)
      if (counted && outcome === 'written') counted.items -= 1
    },
  })

  return {
    countRequest: (userId) => consume(writes, userId, 1),
    countUpload: (userId, bytes) => consume(uploads, userId, Math.ceil(bytes / KB)),
    reserve: async (userId, { bytes, revisions, adds, removes }) => {
      if (removes) return removeItem(userId)
      if (revisions >= limits.revisions) {
        const words = 'This was changed so often that its history is full. Please copy its text into a new one.'
        throw tooMuch('history_full', words, limits.revisions)
      }
      const reserved: Reserved[] = []
      const end = (outcome: Outcome) => {
        for (const one of reserved) one.end(outcome)
      }
      try {
        if (adds) reserved.push(await addItem(userId))
        await consume(kilobytes, userId, Math.ceil(bytes / KB))
        reserved.push(await takeBytes(userId, bytes))
      } catch (error) {
        end('not written')
        throw error
      }
      return { end }
    },
  }
}
