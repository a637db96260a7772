import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { readModelsContract } from '@pathlight/read-models/test/read-models.contract.ts'
import { type Breakage, breaking, type ReadModelWorld } from '@pathlight/read-models/test/world.contract.ts'
import { describeWith, ownName } from '@pathlight/testing/describe-with.ts'
import { type Collection, type Db, MongoNetworkError } from 'mongodb'
import { expect, it } from 'vitest'
import { createRedis } from '../../redis/client.ts'
import { redisSignals } from '../../redis/signals.ts'
import { createMongoClient } from '../client.ts'
import { mongoReadModelStore } from './read-model-store.ts'
import { type Stored, writeNewer } from './writes.ts'

/** The database, except that an update of checkpoints fails as `next` says. */
const fragileDb = (db: Db, next: () => Breakage): Db => {
  const fragile = (checkpoints: Collection) =>
    new Proxy(checkpoints, {
      get(target, key) {
        const value = Reflect.get(target, key)
        if (key !== 'updateMany') return typeof value === 'function' ? value.bind(target) : value
        return (...update: Parameters<Collection['updateMany']>) =>
          breaking(next(), new MongoNetworkError('connection closed'), () => target.updateMany(...update))
      },
    })
  return new Proxy(db, {
    get(target, key) {
      if (key !== 'collection') return Reflect.get(target, key)
      return (...named: Parameters<Db['collection']>) => {
        const collection = target.collection(...named)
        return named[0] === 'progress' ? fragile(collection) : collection
      }
    },
  })
}

describeWith(['MONGODB_URL', 'REDIS_URL'], 'on the cluster stores', ({ MONGODB_URL, REDIS_URL }) => {
  const openWorld = async (): Promise<ReadModelWorld> => {
    const client = createMongoClient(MONGODB_URL)
    const redis = createRedis(REDIS_URL)
    // FerretDB, which replaces MongoDB in some test runs, scans the whole collection for each conditional upsert. So it
    // gets fewer documents.
    const isStandIn = 'ferretdbVersion' in (await client.db().command({ buildInfo: 1 }))
    return {
      many: isStandIn ? 60 : 2_000,
      manyEvents: isStandIn ? 3_000 : 100_000,
      space() {
        const name = ownName()
        const db = client.db(name)
        const opened: ReadModelStore[] = []
        const open = (database: Db): ReadModelStore => {
          const store = mongoReadModelStore({ db: database, signals: redisSignals(redis, name) })
          opened.push(store)
          return store
        }
        return {
          openStore: () => open(db),
          openFragileStore: (next) => open(fragileDb(db, next)),
          async close() {
            await Promise.all(opened.map((store) => store.close()))
            await db.dropDatabase()
          },
        }
      },
      async close() {
        await client.close()
        redis.disconnect()
      },
    }
  }
  readModelsContract('MongoDB', openWorld)
  it('stores what is newer, and leaves what is as new, whatever was believed to be there', async () => {
    const client = createMongoClient(MONGODB_URL)
    const db = client.db(ownName())
    const documents = db.collection<Stored>('doc_things_1', { useBigInt64: true })
    const upserts = (ids: readonly string[], at: bigint) =>
      ids.map((id) => ({ filter: { _id: id, at: { $lt: at } }, replacement: { at }, isNew: true }))
    await writeNewer(documents, [...upserts(['older'], 1n), ...upserts(['newer'], 3n)])
    // `isNew` is wrong for two of these documents, as if another runner had inserted them since this runner read. The
    // command meets them in the middle of its list.
    await writeNewer(documents, upserts(['before', 'older', 'between', 'newer', 'after'], 2n))
    const found = await documents.find().sort({ _id: 1 }).toArray()
    expect(found.map(({ _id, at }) => `${_id} ${at}`)).toEqual([
      'after 2',
      'before 2',
      'between 2',
      'newer 3',
      'older 2',
    ])
    await db.dropDatabase()
    await client.close()
  })
})
