import { MongoClient, type MongoClientOptions, MongoError, MongoNetworkError, MongoServerSelectionError } from 'mongodb'
import { StoreUnavailable } from './store-unavailable.ts'

/**
 * Interrupted, not primary, no primary found, majority reads not possible yet, shutting down, primary stepped down, write
 * concern timed out: try again in a moment.
 */
const AWAY = new Set([6, 7, 64, 89, 91, 133, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436])
const AWAY_IN_WORDS = /connection .*closed|topology (is|was) (closed|destroyed)|pool (was )?cleared|socket/i

/** A connection that breaks while it is written to: the driver passes on Node's own error. */
const AWAY_IN_NODE = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$|ENOTFOUND$|EAI_AGAIN$)/

/** The error as StoreUnavailable when it means that MongoDB cannot be reached; any other error as it is. */
export function translate(error: unknown): unknown {
  const away =
    error instanceof MongoError ? isAway(error) : AWAY_IN_NODE.test(String((error as NodeJS.ErrnoException)?.code))
  return away ? new StoreUnavailable('MongoDB', error) : error
}

function isAway(error: MongoError): boolean {
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    AWAY.has(Number(error.code)) ||
    /(Pool|Topology|NotConnected|Timeout|ServerClosed|OperationTimeout)/.test(error.name) ||
    AWAY_IN_WORDS.test(error.message)
  )
}

/**
 * A client that gives up quickly while the server is away and comes back by itself: 2.5 s to find a server; within 6 s
 * (the time between heartbeats and the time for one) it notices that a server is silent, and fails what waits for it; a
 * read is tried once more by the driver, so that a caller knows within 9 s. Not sooner: a heartbeat that a busy server
 * answers late would fail everybody's work. Writes are confirmed by a majority. `retryWrites` is off: the drivers' retry
 * needs a replica set, and ours are safe to repeat.
 */
export function createMongoClient(url: string, options: MongoClientOptions = {}): MongoClient {
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: 2_500,
    // The driver's word for both a new connection and a heartbeat.
    connectTimeoutMS: 5_000,
    heartbeatFrequencyMS: 1_000,
    // One command that works on much, such as building an index, may take its time while heartbeats are answered.
    socketTimeoutMS: 30_000,
    maxPoolSize: 20,
    retryWrites: false,
    writeConcern: { w: 'majority' },
    appName: 'pathlight',
    ...options,
  })
  client.on('error', () => undefined)
  return client
}
