import { explainEventStoreDb } from '@pathlight/engine-cluster/eventstoredb/calls.ts'
import { eventStoreDbLog } from '@pathlight/engine-cluster/eventstoredb/event-log.ts'
import { createMongoClient, explainMongo } from '@pathlight/engine-cluster/mongodb/client.ts'
import { mongoWeaknesses } from '@pathlight/engine-cluster/mongodb/durability.ts'
import { mongoRecords } from '@pathlight/engine-cluster/mongodb/identity/records.ts'
import { mongoReadModelStore } from '@pathlight/engine-cluster/mongodb/read-models/read-model-store.ts'
import { createRedis, explainRedis, whenConnected } from '@pathlight/engine-cluster/redis/client.ts'
import { redisWeaknesses } from '@pathlight/engine-cluster/redis/durability.ts'
import { redisJobs } from '@pathlight/engine-cluster/redis/jobs.ts'
import { redisSignals } from '@pathlight/engine-cluster/redis/signals.ts'
import { restoreByAppends } from '@pathlight/event-log/restore-events.ts'
import { archiveOver } from '@pathlight/identity/archive-over.ts'
import { openDataKeys } from '@pathlight/identity/open-data-keys.ts'
import { openIdentity } from '@pathlight/identity/open-identity.ts'
import type { WrappedKeysOptions } from '@pathlight/identity/wrapped-keys.ts'
import type { JobTypes } from '@pathlight/jobs/jobs.ts'
import { waitForStore } from '@pathlight/stores/wait-for-store.ts'
import type { Config } from './config.ts'
import type { Engines, StoreSize, StoresOptions } from './engines.ts'
import { troubleWith } from './trouble.ts'

/** The database that a MongoDB address names. Undefined if it names none. */
const databaseIn = (url: string): string | undefined => /^[^/]+\/\/[^/]+\/([^?]+)/.exec(url)?.[1]

/** The size of Redis' append-only file. Without such a file, the memory that Redis uses. */
const sizeOfRedis = (info: string): StoreSize => {
  const value = (name: string) =>
    Number(
      info
        .split('\n')
        .find((line) => line.startsWith(`${name}:`))
        ?.slice(name.length + 1) ?? 0,
    )
  const file = value('aof_current_size')
  return file > 0 ? { bytes: file, of: 'disk' } : { bytes: value('used_memory'), of: 'memory' }
}

/**
 * The stores of a cluster: events in EventStoreDB; read models and identity in MongoDB; jobs, signals and rate limits
 * in Redis.
 */
export const onCluster = async <J extends JobTypes>(
  urls: Extract<Config['stores'], { profile: 'cluster' }>,
  keys: Omit<WrappedKeysOptions, 'now'>,
  options: StoresOptions,
  /**
   * Whether this is a command that runs beside the app. The app has told the operator the weaknesses of the stores
   * already, so a command does not repeat them.
   */
  beside: boolean,
): Promise<Engines<J>> => {
  const { say, lifecycle } = options
  const { signal, onStop } = lifecycle
  const { namespace } = urls
  const waiting = { log: say, signal }

  const mongo = createMongoClient(urls.mongo)
  onStop('the connections to MongoDB', () => mongo.close())
  const database = databaseIn(urls.mongo) ?? namespace
  const db = mongo.db(database)
  /** Awaits the work. `explain` turns an error that only the operator can mend into one with a sentence. */
  const explaining = <T>(work: Promise<T>, explain: (error: unknown) => unknown): Promise<T> =>
    work.catch((error: unknown) => {
      throw explain(error)
    })
  const askMongo = <T>(work: () => Promise<T>) => explaining(work(), (error) => explainMongo(error, database))
  const pingMongo = () => db.command({ ping: 1 })
  const redis = createRedis(urls.redis, {}, troubleWith(options, 'Redis'))
  onStop('the connection to Redis', () => redis.disconnect())
  const pingRedis = () => redis.ping()
  const onTrouble = troubleWith(options, 'EventStoreDB')
  const plainLog = eventStoreDbLog({ url: urls.eventStore, prefix: `${namespace}.`, onTrouble })
  const pingLog = () => plainLog.head()
  // The MongoDB client must be told to connect until its first connection succeeds. Afterwards it reconnects by itself.
  await waitForStore('MongoDB', () => askMongo(() => mongo.connect()), waiting)
  await waitForStore('Redis', () => explaining(whenConnected(redis), explainRedis), waiting)
  await waitForStore('EventStoreDB', () => explaining(pingLog(), explainEventStoreDb), waiting)
  const weaknesses = await Promise.all([redisWeaknesses(redis), askMongo(() => mongoWeaknesses(db))])
  if (!beside) for (const weakness of weaknesses.flat()) say(weakness)

  const readModels = mongoReadModelStore({ db, signals: redisSignals(redis, `${namespace}.read_models`) })
  const { takeKeyWhereEmpty = false } = options
  const records = await askMongo(() => mongoRecords(db))
  const dataKeys = await askMongo(() => openDataKeys(records, { ...keys, takeKeyWhereEmpty }))
  const identity = openIdentity(records, dataKeys)
  const jobs = redisJobs<J>({ url: urls.redis, namespace, onTrouble: troubleWith(options, 'jobs') })
  const pings = { EventStoreDB: pingLog, MongoDB: pingMongo, Redis: pingRedis }
  const sizes = {
    // EventStoreDB has no call for its size, but a position in its log counts bytes.
    EventStoreDB: async () => ({ bytes: Number(await plainLog.end()), of: 'log' as const }),
    MongoDB: async () => {
      const { storageSize = 0, indexSize = 0 } = await db.command({ dbStats: 1 })
      return { bytes: Number(storageSize) + Number(indexSize), of: 'disk' as const }
    },
    Redis: async () => sizeOfRedis(await redis.info()),
  }
  const rateLimitStore = { redis, prefix: `${namespace}.rate.` }
  const archives = archiveOver(records, dataKeys)
  const restoreEvents = restoreByAppends(plainLog)
  return { plainLog, restoreEvents, readModels, identity, dataKeys, archives, jobs, rateLimitStore, pings, sizes }
}
