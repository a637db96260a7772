import { createMongoClient } from '@pathlight/stores/mongo-client.ts'
import { createRedis } from '@pathlight/stores/redis-client.ts'
import { describeWith, ownName } from '@pathlight/testing/describe-with.ts'
import { mongoReadModelStore } from './mongodb.ts'
import { readModelStoreContract } from './read-model-store.contract.ts'
import { redisSignals } from './redis-signals.ts'

describeWith(['MONGODB_URL', 'REDIS_URL'], 'on the cluster stores', ({ MONGODB_URL, REDIS_URL }) => {
  readModelStoreContract('MongoDB', async () => {
    const client = createMongoClient(MONGODB_URL)
    const redis = createRedis(REDIS_URL)
    const name = ownName()
    const db = client.db(name)
    return {
      // FerretDB looks through the whole collection for each guarded upsert.
      many: 60,
      openStore: () => mongoReadModelStore({ db, signals: redisSignals(redis, name) }),
      async close() {
        await db.dropDatabase()
        await client.close()
        redis.disconnect()
      },
    }
  })
})
