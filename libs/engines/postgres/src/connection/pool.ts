import { BadStoreAddress } from '@pathlight/stores/bad-store-address.ts'
import type { Log } from '@pathlight/stores/log.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import pg from 'pg'

export type PoolOptions = {
  /** The most connections at once. Default 10. */
  readonly max?: number
  /** The name of the connections in PostgreSQL's view pg_stat_activity. Default 'pathlight'. */
  readonly name?: string
  readonly log?: Log
}

/** The store counts as unavailable if a connection takes longer than this, in milliseconds. */
const CONNECT_WITHIN_MS = 5_000
/** The store counts as unavailable if a statement takes longer than this, in milliseconds. */
const ANSWER_WITHIN_MS = 30_000

/**
 * Turns off bitmap scans. Such a scan reads and sorts all of a person's rows, although Pathlight's indexes have the
 * order of the lists already. PostgreSQL would choose a bitmap scan when it expects few rows, and the first 50 of
 * 100,000 rows would take 600 ms. A query makes the setting, because connection poolers refuse unknown settings in an
 * address.
 */
const onConnect = async (client: pg.ClientBase): Promise<void> => {
  await client.query('SET enable_bitmapscan = off')
}

/**
 * A pool of connections to one PostgreSQL. An idle connection that breaks is dropped and logged, and throws no error.
 * Callers pass query errors through `translate`.
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
    // While the pool is ending, a stopping server may still break connections.
    if (!pool.ending) log.warn(`PostgreSQL: an idle connection broke (${error.message})`)
  })
  // If a connection breaks during a transaction, the next statement fails, and the connection also emits 'error'. The
  // pool listens for 'error' on idle connections only. Without this listener, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Turns an error into StoreUnavailable if it means that the server is away, stopping, full or silent. Returns any other
 * error as it is.
 */
export function translate(error: unknown): unknown {
  return isUnavailable(error) ? new StoreUnavailable('PostgreSQL', error) : error
}

/**
 * PostgreSQL's codes for an unknown user, a wrong password, an unknown database, and no right to connect; Node's code
 * for an invalid address.
 */
const WRONG_ADDRESS = /^(28P01|28000|3D000|42501|ERR_INVALID_URL)$/

/**
 * Turns an error that a wrong DATABASE_URL causes into a BadStoreAddress with a sentence for the operator. Returns any
 * other error as it is.
 */
export const explainPostgres = (error: unknown): unknown =>
  error instanceof Error && WRONG_ADDRESS.test(String((error as { code?: unknown }).code))
    ? new BadStoreAddress(`DATABASE_URL cannot be used: ${error.message}`)
    : error

/** The result of a query. Rejects with the error as `translate` returns it. */
export const answerTo = <T>(query: Promise<T>): Promise<T> =>
  query.catch((error: unknown) => {
    throw translate(error)
  })

/**
 * Whether an error means that the server is unavailable.
 * Codes: Node's network errors; PostgreSQL's class 08 (connection), except 08P01, which is a fault of the program,
 * 53000-53300 (out of disk, memory or connections), 57P01-57P03 and 57P05 (shutting down, crashed, starting, idle for
 * too long) and 58030 (disk error), https://www.postgresql.org/docs/current/errcodes-appendix.html. Errors of pg itself
 * have no code and are recognised by their messages.
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
