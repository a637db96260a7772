import { type PrivateServer, startEventStoreDb, startMongoDb, startRedis } from '@pathlight/testing/private-servers.ts'

/** The three stores of the cluster profile, a test's own: it may kill and freeze them. */
export type ClusterStores = {
  readonly eventStore: PrivateServer
  readonly mongo: PrivateServer
  readonly redis: PrivateServer
  /** What tells the app where they are. */
  readonly environment: Record<string, string>
  stop(): Promise<void>
}

/** Null where a program for one of them is missing. */
export const startClusterStores = async (): Promise<ClusterStores | null> => {
  const [eventStore, mongo, redis] = await Promise.all([startEventStoreDb(), startMongoDb(), startRedis()])
  const stop = async () => {
    await Promise.all([eventStore, mongo, redis].map((server) => server?.stop()))
  }
  if (!eventStore || !mongo || !redis) {
    await stop()
    return null
  }
  const environment = { EVENTSTORE_URL: eventStore.url, MONGODB_URL: mongo.url, REDIS_URL: redis.url }
  return { eventStore, mongo, redis, environment, stop }
}
