import { createMongoClient } from '@pathlight/engine-cluster/mongodb/client.ts'
import { createRedis, whenConnected } from '@pathlight/engine-cluster/redis/client.ts'
import { atTheEnd } from './at-the-end.ts'
import { ownName, type ServerVariable } from './describe-with.ts'
import { type PrivateServer, startEventStoreDb, startMongoDb, startRedis } from './private-servers.ts'

/** Three servers that belong to one test, for the stores of the cluster. The test may kill and freeze them. */
export type ClusterStores = {
  readonly eventStore: PrivateServer
  readonly mongo: PrivateServer
  readonly redis: PrivateServer
  /** The app's environment variables with the addresses of the servers. */
  readonly environment: Record<string, string>
}

/** Starts the three servers, which end with the test file. Returns null if the program of one of them is missing. */
export async function startClusterStores(): Promise<ClusterStores | null> {
  const [eventStore, mongo, redis] = await Promise.all([startEventStoreDb(), startMongoDb(), startRedis()])
  atTheEnd(() => Promise.all([eventStore, mongo, redis].map((server) => server?.stop())))
  if (!eventStore || !mongo || !redis) return null
  const environment = { EVENTSTORE_URL: eventStore.url, MONGODB_URL: mongo.url, REDIS_URL: redis.url }
  return { eventStore, mongo, redis, environment }
}

/**
 * The environment of an app that has a namespace of its own on stores that several tests share. The app's data in these
 * stores is deleted after the tests of the file.
 */
export function ownCluster(urls: Readonly<Record<ServerVariable, string>>): {
  readonly name: string
  readonly environment: Record<string, string>
} {
  const name = ownName()
  const mongoUrl = urls.MONGODB_URL.replace(/^([^/]+\/\/[^/?]+)\/?[^?]*/, `$1/${name}`)
  atTheEnd(async () => {
    const mongo = createMongoClient(mongoUrl)
    await mongo.db(name).dropDatabase()
    await mongo.close()
    const redis = createRedis(urls.REDIS_URL)
    await whenConnected(redis)
    // The keys of jobs begin with the namespace in braces, those of rate limits with the namespace alone.
    for await (const keys of redis.scanStream({ match: `*${name}*`, count: 1_000 }))
      if (keys.length > 0) await redis.unlink(...(keys as string[]))
    redis.disconnect()
  })
  return { name, environment: { ...urls, MONGODB_URL: mongoUrl, NAMESPACE: name } }
}
