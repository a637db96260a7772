import { BadStoreAddress } from '@pathlight/stores/bad-store-address.ts'
import type { Log } from '@pathlight/stores/log.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import pg from 'pg'

export type PoolOptions = {
  /** Most connections at once; default 10. */
  readonly max?: number
  /** Shown in pg_stat_activity; default 'pathlight'. */
  readonly name?: string
  readonly log?: Log
}

/** A connection must be made within this time, or the store counts as unavailable. */
const CONNECT_WITHIN_MS = 5_000
/** A statement must be answered within this time, or the store counts as unavailable (a hanging server answers nothing). */
const ANSWER_WITHIN_MS = 30_000

/**
 * Every list here has the order of an index. A bitmap scan reads and sorts all of a person's rows. PostgreSQL chooses it when it
 * expects few rows: just after many were written, or for a person with far more than others. With it the first 50 of 100,000 rows
 * took 600 ms. The setting is made on the connection and not in its address, because connection poolers refuse unknown settings in
 * an address.
 */
const onConnect = async (client: pg.ClientBase): Promise<void> => {
  await client.query('SET enable_bitmapscan = off')
}

/**
 * A pool for one PostgreSQL. Broken idle connections are dropped and logged, never thrown. Pass errors of its queries through
 * `translate`.
 */
export function createPool(url: string, { max = 10, name = 'pathlight', log = console }: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    onConnect,
  })
  pool.on('error', (error) => {
    // After its end a pool may still get the error of a server that stops.
    if (!pool.ending) log.warn(`PostgreSQL: an idle connection broke (${error.message})`)
  })
  // A connection that breaks in a transaction tells its user at the next statement. It also emits 'error'. The pool listens
  // for that on idle connections only, and without a listener the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** StoreUnavailable in place of an error that means the server is gone, going, full or silent; others come back as they are. */
export function translate(error: unknown): unknown {
  return isUnavailable(error) ? new StoreUnavailable('PostgreSQL', error) : error
}

/** No such user, or a wrong password; no such database; no right to connect; an invalid address. */
const WRONG_ADDRESS = /^(28P01|28000|3D000|42501|ERR_INVALID_URL)$/

/** The error in words for the operator where DATABASE_URL is wrong; any other error as it is. */
export const explainPostgres = (error: unknown): unknown =>
  error instanceof Error && WRONG_ADDRESS.test(String((error as { code?: unknown }).code))
    ? new BadStoreAddress(`DATABASE_URL cannot be used: ${error.message}`)
    : error

/** The answer to a query; rejects with what `translate` makes of its error. */
export const answerTo = <T>(query: Promise<T>): Promise<T> =>
  query.catch((error: unknown) => {
    throw translate(error)
  })

/**
 * Node's network errors; PostgreSQL's class 08 (connection; not 08P01, a fault of the program), 53000-53300 (out of disk,
 * memory or connections), 57P01-57P03 and 57P05 (shutting down, crashed, starting, idle for too long) and 58030 (a disk
 * that cannot be read or written), https://www.postgresql.org/docs/current/errcodes-appendix.html; and pg's own errors,
 * which have no code.
 */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string')
    return /^(ECONN|EPIPE$|ENOENT$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$|ENOTFOUND$|EAI_AGAIN$|08(?!P01)...$|53[0-3]00$|57P0[1235]$|58030$)/.test(
      code,
    )
  return /^(Connection terminated|Connection ended|Client was closed|timeout exceeded|timeout expired|Query read timeout|Client has encountered a connection error|Cannot use a pool after|.*terminating connection)/i.test(
    error.message,
  )
}
