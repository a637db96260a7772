import { BadStoreAddress } from '@pathlight/stores/bad-store-address.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import {
  MongoClient,
  type MongoClientOptions,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  type TopologyDescription,
} from 'mongodb'

/**
 * MongoDB's error codes after which a later try may succeed, such as those for an unreachable host, a server that is
 * not the primary, a shutdown, and a timeout.
 */
const AWAY = new Set([6, 7, 64, 89, 91, 133, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436])
const AWAY_IN_WORDS = /connection .*closed|topology (is|was) (closed|destroyed)|pool (was )?cleared|socket/i

/**
 * Node's codes for network errors. The driver passes such an error on if the connection breaks while the driver sends a
 * command.
 */
const AWAY_IN_NODE = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$|ENOTFOUND$|EAI_AGAIN$)/

/**
 * Turns an error into StoreUnavailable if it means that MongoDB cannot be reached. Returns any other error as it is.
 */
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
 * MongoDB's codes for a failed authentication: 18 from an ordinary server, 8000 from a hosted one.
 * https://www.mongodb.com/docs/manual/reference/error-codes/
 */
const WRONG_PASSWORD = new Set([18, 8000])
const NOT_ALLOWED = 13

/**
 * Turns an error that a wrong MONGODB_URL causes into a BadStoreAddress with a sentence for the operator. Returns any
 * other error as it is.
 */
export function explainMongo(error: unknown, database: string): unknown {
  if (error instanceof MongoServerError && WRONG_PASSWORD.has(Number(error.code)))
    return new BadStoreAddress('MongoDB refuses the user or the password in MONGODB_URL. Is authSource the right one?')
  if (error instanceof MongoServerError && error.code === NOT_ALLOWED)
    return new BadStoreAddress(
      `MongoDB does not let the user in MONGODB_URL work in the database ${database}: give that user the role readWrite on it, or name one that has it.`,
    )
  const topology =
    error instanceof MongoServerSelectionError ? (error.reason as TopologyDescription | undefined) : undefined
  // From its list of servers, the driver removes a server that belongs to another replica set or to none. A server that
  // does not answer stays in the list. So an empty list shows that the set's name is wrong.
  if (topology?.setName && topology.servers.size === 0)
    return new BadStoreAddress(
      `MONGODB_URL names the replica set ${topology.setName}, and the server there does not belong to it. Correct replicaSet in the address, or leave it out: rs.status() on the server tells its name.`,
    )
  return error
}

/**
 * MongoDB confirms a write when a majority of its servers has the write on disk. With `journal`, a single server also
 * confirms a write only when it is on disk.
 */
export const DURABLE = { w: 'majority', journal: true } as const
/**
 * The options of every call, whatever the address says. Reads go to the primary, because a secondary may lack a recent
 * write.
 */
const FIXED = { writeConcern: DURABLE, readPreference: 'primary', retryWrites: false } as const
/**
 * Options that are removed from an address, because they would contradict FIXED. The addresses of hosted servers often
 * have some of them.
 */
const DECIDED_HERE = new Set([
  'w',
  'wtimeout',
  'wtimeoutms',
  'j',
  'journal',
  'fsync',
  'readpreference',
  'readpreferencetags',
  'maxstalenessseconds',
  'readconcernlevel',
  'retrywrites',
])

const withoutDecided = (url: string): string => {
  const [address = '', query = ''] = url.split(/\?(.*)/s)
  const kept = query
    .split('&')
    .filter((part) => part !== '' && !DECIDED_HERE.has(part.split('=')[0]?.toLowerCase() ?? ''))
  return kept.length === 0 ? address : `${address}?${kept.join('&')}`
}

/**
 * A client that fails soon while the server is away, and reconnects by itself. It searches for a server for 2.5 s. It
 * notices a silent server within 6 s (heartbeat interval and timeout) and fails the waiting calls. The driver repeats a
 * read once, so a caller waits 9 s at most. With shorter times, a single late heartbeat of a busy server would fail all
 * calls. `retryWrites` is off, because the driver's retries need a replica set, and callers can safely repeat
 * Pathlight's writes. Throws BadStoreAddress if the address is invalid.
 */
export function createMongoClient(url: string, options: MongoClientOptions = {}): MongoClient {
  const client = opened(url, {
    serverSelectionTimeoutMS: 2_500,
    // The limit for a new connection and for a heartbeat.
    connectTimeoutMS: 5_000,
    heartbeatFrequencyMS: 1_000,
    // A long command, such as building an index, may take this long while heartbeats succeed.
    socketTimeoutMS: 30_000,
    maxPoolSize: 20,
    appName: 'pathlight',
    ...options,
    ...FIXED,
  })
  client.on('error', () => undefined)
  return client
}

const opened = (url: string, options: MongoClientOptions): MongoClient => {
  try {
    return new MongoClient(withoutDecided(url), options)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    // The driver's message may contain the address with its password.
    const telling = /[@]|mongodb(\+srv)?:/.test(why) ? 'it is not well-formed' : why
    throw new BadStoreAddress(
      `MONGODB_URL cannot be used: ${telling}. It must look like mongodb://USER:PASSWORD@HOST:27017/pathlight`,
    )
  }
}
