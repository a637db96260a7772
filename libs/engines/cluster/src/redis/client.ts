import { BadStoreAddress } from '@pathlight/stores/bad-store-address.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { Redis, type RedisOptions } from 'ioredis'

const AWAY = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/
const AWAY_IN_WORDS =
  /Connection is closed|Stream isn't writeable|max retries per request|Command timed out|connect ETIMEDOUT|max number of clients|^(LOADING|MASTERDOWN|READONLY|OOM|MISCONF|BUSY|CLUSTERDOWN) /i

/**
 * Turns an error into StoreUnavailable if it means that Redis cannot be reached or takes no commands at present.
 * Returns any other error as it is.
 */
export function translate(error: unknown): unknown {
  if (error instanceof StoreUnavailable || !(error instanceof Error)) return error
  const { code = '' } = error as { code?: string }
  return AWAY.test(code) || AWAY_IN_WORDS.test(error.message) ? new StoreUnavailable('Redis', error) : error
}

/**
 * Turns the refusal of REDIS_URL's user or password into a BadStoreAddress with a sentence for the operator. Returns
 * any other error as it is.
 */
export const explainRedis = (error: unknown): unknown =>
  error instanceof Error && /^(WRONGPASS|NOAUTH|NOPERM) |invalid password/i.test(error.message)
    ? new BadStoreAddress(`Redis refuses the user or the password in REDIS_URL: ${error.message}`)
    : error

/**
 * Opens a connection that reconnects by itself, with at most 2 s between two attempts. Unless `options` say otherwise,
 * it refuses commands at once while the server is away. `onTrouble` is called with each error of the connection.
 */
export function createRedis(url: string, options: RedisOptions = {}, onTrouble?: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 3_000,
    commandTimeout: 5_000,
    retryStrategy: (failures) => Math.min(50 * 2 ** Math.min(failures, 6), 2_000),
    ...options,
  })
  redis.on('error', (error) => onTrouble?.(error))
  return redis
}

/** Resolves when the connection accepts commands. Rejects if the present attempt to connect fails. */
export function whenConnected(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve()
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      redis.off('ready', ready).off('error', failed).off('end', ended)
      end()
    }
    const ready = () => settle(resolve)
    const failed = (error: Error) => settle(() => reject(error))
    const ended = () => settle(() => reject(new StoreUnavailable('Redis')))
    redis.on('ready', ready).on('error', failed).on('end', ended)
  })
}
