import {
  AccessDeniedError,
  CancelledError,
  DeadlineExceededError,
  NotLeaderError,
  TimeoutError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client'
import { BadStoreAddress } from '@pathlight/stores/bad-store-address.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'

const STORE = 'EventStoreDB'

/**
 * Codes that mean an unreachable server. The numbers are gRPC's: cancelled, deadline exceeded, resource exhausted,
 * aborted, internal (a stopping server), unavailable.
 */
const AWAY_CODES = new Set<unknown>([1, 4, 8, 10, 13, 14, 'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE'])
/**
 * Messages of errors that mean an unreachable server although they have none of AWAY_CODES. Some come from the client
 * and grpc-js when a connection breaks or cannot be opened. Others are answers of a server that starts, is overloaded
 * or has no leader.
 */
const AWAY_IN_WORDS =
  /Failed to discover|channel has been (closed|shut down)|after a stream was destroyed|write after end|Server Is (Not Ready|(Too )?Busy)|No leader info/i

/**
 * Turns an error into StoreUnavailable if it means that the server cannot be reached. A server that is down gives
 * UnavailableError at first and gRPC errors with code 14 later. A stopping server gives code 13.
 */
export function translate(error: unknown): unknown {
  if (error instanceof StoreUnavailable || !(error instanceof Error)) return error
  const away =
    error instanceof UnavailableError ||
    error instanceof DeadlineExceededError ||
    error instanceof TimeoutError ||
    error instanceof CancelledError ||
    error instanceof NotLeaderError ||
    AWAY_CODES.has((error as { code?: unknown }).code) ||
    AWAY_IN_WORDS.test(error.message)
  return away ? new StoreUnavailable(STORE, error) : error
}

/**
 * The UnknownError by which the server refuses a read from a position without a record; null for other errors. A
 * stopping server answers with the same error. So callers believe this error only if it comes REFUSALS times in a row
 * from a server that answers other reads.
 */
export const refusalOf = (error: unknown): UnknownError | null => {
  const cause = error instanceof StoreUnavailable ? error.cause : error
  return cause instanceof UnknownError ? cause : null
}
/** How many refusals in a row the callers need (see `refusalOf`). */
export const REFUSALS = 3

/** gRPC status codes: permission denied, unauthenticated. */
const REFUSED_CODES = new Set<unknown>([7, 16])

/**
 * Turns a refused user or password of EVENTSTORE_URL into an error with a sentence for the operator. Returns any other
 * error as it is.
 */
export const explainEventStoreDb = (error: unknown): unknown =>
  error instanceof AccessDeniedError || REFUSED_CODES.has((error as { code?: unknown } | null)?.code)
    ? new BadStoreAddress(
        'EventStoreDB refuses the user or the password in EVENTSTORE_URL, or that user may not read $all: at first only administrators may.',
      )
    : error

/**
 * The promise's value. Rejects with StoreUnavailable after `ms` milliseconds, because the client's own deadlines do not
 * end a call to a frozen server. Translates the promise's errors.
 */
export function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(unanswered(ms)), ms)
    promise.then(resolve, (error: unknown) => reject(translate(error))).finally(() => clearTimeout(timer))
  })
}

/**
 * A read as the client returns it: a Node stream of events. It may emit `error` more than once, and `cancel` ends it.
 */
type Reading<T> = {
  on(event: 'data', listener: (item: T) => void): unknown
  on(event: 'end', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  cancel(): Promise<void>
}

/**
 * All events of a read, or the events up to the first for which `isEnough` is true. Rejects with StoreUnavailable when
 * no event arrives for `ms` milliseconds.
 */
export function collect<T>(
  ms: number,
  reading: Reading<T>,
  isEnough: (item: T) => boolean = () => false,
): Promise<T[]> {
  return new Promise((resolve, reject) => {
    const items: T[] = []
    let heardAt = performance.now()
    // A single timer starts itself again. A new timer for each event would cost more than reading the event.
    const giveUp = () => {
      const remainingMs = heardAt + ms - performance.now()
      if (remainingMs > 1) {
        timer = setTimeout(giveUp, remainingMs)
        return
      }
      reading.cancel().catch(() => undefined)
      reject(unanswered(ms))
    }
    let timer = setTimeout(giveUp, ms)
    let isOver = false
    reading.on('data', (item) => {
      if (isOver) return
      items.push(item)
      heardAt = performance.now()
      if (!isEnough(item)) return
      isOver = true
      clearTimeout(timer)
      reading.cancel().catch(() => undefined)
      resolve(items)
    })
    reading.on('end', () => {
      clearTimeout(timer)
      resolve(items)
    })
    reading.on('error', (error) => {
      clearTimeout(timer)
      reject(translate(error))
    })
  })
}

const unanswered = (ms: number): StoreUnavailable => new StoreUnavailable(STORE, new Error(`No answer within ${ms} ms`))
