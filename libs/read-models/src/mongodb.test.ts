import { createMongoClient } from '@pathlight/stores/mongo-client.ts'
import { createRedis } from '@pathlight/stores/redis-client.ts'
import { describeWith, ownName } from '@pathlight/testing/describe-with.ts'
import { type Collection, type Db, MongoNetworkError } from 'mongodb'
import { mongoReadModelStore } from './mongodb.ts'
import { type Breakage, breaking, readModelStoreContract } from './read-model-store.contract.ts'
import { redisSignals } from './redis-signals.ts'
import { runProjectionContract } from './run-projection.contract.ts'

/** The database, but the update that moves a checkpoint, when the documents are written, may break. */
const fragileDb = (db: Db, next: () => Breakage): Db => {
  const fragile = (checkpoints: Collection) =>
    new Proxy(checkpoints, {
      get(target, key) {
        const value = Reflect.get(target, key)
        if (key !== 'updateOne') return typeof value === 'function' ? value.bind(target) : value
        return (...update: Parameters<Collection['updateOne']>) => {
          const call = () => target.updateOne(...update)
          const moved = Object.keys((update[1] as { $set?: object }).$set ?? {})
          if (moved.join() !== 'position') return call()
          return breaking(next(), new MongoNetworkError('connection closed'), call)
        }
      },
    })
  return new Proxy(db, {
    get(target, key) {
      if (key !== 'collection') return Reflect.get(target, key)
      return (...named: Parameters<Db['collection']>) => {
        const collection = target.collection(...named)
        return named[0] === 'checkpoints' ? fragile(collection) : collection
      }
    },
  })
}

describeWith(['MONGODB_URL', 'REDIS_URL'], 'on the cluster stores', ({ MONGODB_URL, REDIS_URL }) => {
  const openWorld = async () => {
    const client = createMongoClient(MONGODB_URL)
    const redis = createRedis(REDIS_URL)
    const name = ownName()
    const db = client.db(name)
    return {
      // FerretDB looks through the whole collection for each guarded upsert.
      many: 60,
      openStore: () => mongoReadModelStore({ db, signals: redisSignals(redis, name) }),
      openFragileStore: (next: () => Breakage) =>
        mongoReadModelStore({ db: fragileDb(db, next), signals: redisSignals(redis, name) }),
      async close() {
        await db.dropDatabase()
        await client.close()
        redis.disconnect()
      },
    }
  }
  readModelStoreContract('MongoDB', openWorld)
  runProjectionContract('MongoDB', openWorld)
})
