import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { allEvents } from '@pathlight/domain/all-events.ts'
import { eventStoreDbLog } from '@pathlight/engine-cluster/eventstoredb/event-log.ts'
import { createMongoClient } from '@pathlight/engine-cluster/mongodb/client.ts'
import { mongoReadModelStore } from '@pathlight/engine-cluster/mongodb/read-models/read-model-store.ts'
import { createRedis } from '@pathlight/engine-cluster/redis/client.ts'
import { redisSignals } from '@pathlight/engine-cluster/redis/signals.ts'
import { startEmbeddedPostgres } from '@pathlight/engine-postgres/connection/embedded-postgres.ts'
import { postgresListener } from '@pathlight/engine-postgres/connection/listener.ts'
import { createPool } from '@pathlight/engine-postgres/connection/pool.ts'
import { postgresEventLog } from '@pathlight/engine-postgres/event-log/event-log.ts'
import { postgresReadModelStore } from '@pathlight/engine-postgres/read-models/read-model-store.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { sealed } from '@pathlight/event-log/sealed.ts'
import type { StorableEventLog } from '@pathlight/event-log/storable-events.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { ownName } from '@pathlight/testing/describe-with.ts'
import { type PrivateServer, startEventStoreDb, startMongoDb, startRedis } from '@pathlight/testing/private-servers.ts'

/** A profile: the empty stores of one engine, as durable as in production. */
export type Profile = {
  readonly name: 'single-node' | 'cluster'
  readonly log: EventLog
  readonly store: ReadModelStore
  /** A second log on the same server, which seals personal fields like the app. */
  readonly sealedLog: EventLog
  /** Opens a further, empty store of read models on the same server. */
  readonly openStore: (name: string) => ReadModelStore
  /** Returns how many bytes were written to the write-ahead log. Null if the server does not tell. */
  readonly logged: (() => Promise<number>) | null
  /** Appends one event to a new stream with the store's client library and without Pathlight's code, for comparison. */
  readonly bareAppend: (id: string, stream: string, type: string, data: object, metadata: object) => Promise<unknown>
  /** Makes the database update its statistics now, and not a minute later. */
  readonly analyze: () => Promise<unknown>
  /** The environment variables of the app for these stores. */
  readonly environment: Readonly<Record<string, string>>
  close(): Promise<void>
}

const sealing = (log: StorableEventLog): EventLog =>
  sealed(log, {
    keyOf: async (userId) => createHash('sha256').update(userId).digest(),
    kinds: allEvents,
  })

const quiet = { info: () => undefined, warn: () => undefined }

/** The embedded PostgreSQL in a temporary folder. */
export async function singleNode(): Promise<Profile> {
  const folder = mkdtempSync(join(tmpdir(), 'pathlight-bench-'))
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: quiet })
  const pool = createPool(server.url, { max: 34, log: quiet })
  const listen = { connectionString: server.url }
  const listener = postgresListener(listen)
  const log = postgresEventLog({ pool, listener })
  const sealedLog = sealing(postgresEventLog({ pool, listener, schema: 'sealed_log' }))
  const store = postgresReadModelStore({ pool, listener })
  const others: ReadModelStore[] = []
  await log.identity()
  return {
    name: 'single-node',
    log,
    sealedLog,
    store,
    openStore: (schema) => {
      const other = postgresReadModelStore({ pool, listener, schema })
      others.push(other)
      return other
    },
    async logged() {
      const { rows } = await pool.query<{ bytes: string }>(
        "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes",
      )
      return Number(rows[0]?.bytes)
    },
    // Takes the same lock and sequence as Pathlight's engine, in one prepared statement.
    bareAppend: (id, stream, type, data, metadata) =>
      pool.query({
        name: 'bare_append',
        text: `WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended('event_log.append', 0)))
          INSERT INTO event_log.events (position, version, id, stream, type, data, metadata)
          SELECT nextval('event_log.event_position'), 1, $1, $2, $3, $4, $5 FROM turn`,
        values: [id, stream, type, JSON.stringify(data), JSON.stringify(metadata)],
      }),
    analyze: () => pool.query('ANALYZE'),
    environment: {},
    async close() {
      await store.close()
      await Promise.all(others.map((other) => other.close()))
      await log.close()
      await sealedLog.close()
      await listener.close()
      await pool.end()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * The stores on the servers that the environment names, or else on servers of TEST_SERVERS_DIR. Null if a server is
 * missing.
 */
export async function cluster(): Promise<Profile | null> {
  const own: PrivateServer[] = []
  const url = async (variable: string, start: () => Promise<PrivateServer | null>) => {
    const named = process.env[variable]
    if (named) return named
    const server = await start()
    if (server) own.push(server)
    return server?.url ?? null
  }
  const stopOwn = () => Promise.all(own.map((server) => server.stop()))
  const eventStore = await url('EVENTSTORE_URL', startEventStoreDb)
  const mongo = await url('MONGODB_URL', startMongoDb)
  const redisUrl = await url('REDIS_URL', startRedis)
  if (!eventStore || !mongo || !redisUrl) {
    await stopOwn()
    return null
  }
  const name = ownName()
  const log = eventStoreDbLog({ url: eventStore, prefix: `${name}.` })
  const sealedLog = sealing(eventStoreDbLog({ url: eventStore, prefix: `${name}-sealed.` }))
  const bare = EventStoreDBClient.connectionString(eventStore)
  const client = createMongoClient(mongo)
  const db = client.db(name)
  const redis = createRedis(redisUrl)
  const store = mongoReadModelStore({ db, signals: redisSignals(redis, name) })
  const others: { drop: () => Promise<unknown>; store: ReadModelStore }[] = []
  await log.identity()
  return {
    name: 'cluster',
    log,
    sealedLog,
    store,
    openStore: (other) => {
      const own = client.db(`${name}_${other}`)
      const opened = mongoReadModelStore({ db: own, signals: redisSignals(redis, `${name}_${other}`) })
      others.push({ drop: () => own.dropDatabase(), store: opened })
      return opened
    },
    logged: null,
    bareAppend: (id, stream, type, data, metadata) =>
      bare.appendToStream(
        `${name}.${stream}`,
        jsonEvent({ id, type, data: data as never, metadata: metadata as never }),
        {
          expectedRevision: 'no_stream',
        },
      ),
    // MongoDB has no statistics. It chooses an index by trial runs.
    analyze: async () => undefined,
    environment: {
      EVENTSTORE_URL: eventStore,
      MONGODB_URL: mongo.replace(/^([^/]+\/\/[^/?]+)\/?[^?]*/, `$1/${name}_app`),
      REDIS_URL: redisUrl,
      // Apps that start on these stores one after another have different data folders, but need the same master key.
      MASTER_KEY: randomBytes(32).toString('base64'),
    },
    async close() {
      await store.close()
      for (const other of others) await other.store.close()
      await log.close()
      await sealedLog.close()
      await bare.dispose()
      await db.dropDatabase().catch(() => undefined)
      for (const other of others) await other.drop().catch(() => undefined)
      await client.close()
      redis.disconnect()
      await stopOwn()
    },
  }
}
