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

/** gRPC status codes that say nothing about the request: cancelled, deadline, exhausted, aborted, internal (a server that stops), unavailable. */
const AWAY_CODES = new Set<unknown>([1, 4, 8, 10, 13, 14, 'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE'])
/**
 * Texts of errors without a code. Some are the client's and grpc-js's, while a connection breaks or cannot be made. Others are the
 * server's answers to an append while it starts, is overloaded or looks for a leader, which the client does not recognise.
 */
const AWAY_IN_WORDS =
  /Failed to discover|channel has been (closed|shut down)|after a stream was destroyed|write after end|Server Is (Not Ready|(Too )?Busy)|No leader info/i

/**
 * The error as StoreUnavailable when it means that the server cannot be reached. While it is down the client throws
 * UnavailableError at first and later plain gRPC errors with code 14; a server that is stopped answers code 13.
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
 * The server's answer to a read from a position without a record. A stopping server answers the same. So the answer is about the
 * position only if it comes several times while the server is reachable.
 */
export const refusalOf = (error: unknown): UnknownError | null => {
  const cause = error instanceof StoreUnavailable ? error.cause : error
  return cause instanceof UnknownError ? cause : null
}
/** Refusals in a row before they are believed. */
export const REFUSALS = 3

/** gRPC status codes: this user may not do it, and the server does not know this user. */
const REFUSED_CODES = new Set<unknown>([7, 16])

/** The error in words for the operator where EVENTSTORE_URL is wrong; any other error as it is. */
export const explainEventStoreDb = (error: unknown): unknown =>
  error instanceof AccessDeniedError || REFUSED_CODES.has((error as { code?: unknown } | null)?.code)
    ? new BadStoreAddress(
        'EventStoreDB refuses the user or the password in EVENTSTORE_URL, or that user may not read $all: at first only administrators may.',
      )
    : error

/** The promise's value, or StoreUnavailable after `ms`: the client does not keep to its own deadlines on a frozen server. */
export function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(unanswered(ms)), ms)
    promise.then(resolve, (error: unknown) => reject(translate(error))).finally(() => clearTimeout(timer))
  })
}

/** A read of the client: an object stream that may emit `error` more than once, and that `cancel` ends. */
type Reading<T> = {
  on(event: 'data', listener: (item: T) => void): unknown
  on(event: 'end', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  cancel(): Promise<void>
}

/** All events of a read, or those up to the one that `isEnough`; StoreUnavailable when none arrives for `ms`. */
export function collect<T>(
  ms: number,
  reading: Reading<T>,
  isEnough: (item: T) => boolean = () => false,
): Promise<T[]> {
  return new Promise((resolve, reject) => {
    const items: T[] = []
    let heardAt = performance.now()
    // A timer for each event would cost more than reading it.
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
