import type { Signals } from '@pathlight/read-models/signals.ts'
import type { Redis } from 'ioredis'

/**
 * Marks over Redis publish/subscribe, for stores without signals of their own. `redis` publishes; the caller closes it. A second
 * connection, made from it, subscribes and is closed here. A process that misses a mark asks the store a moment later.
 */
export function redisSignals(redis: Redis, channel: string): Signals {
  let subscriber: Redis | undefined

  return {
    publish(mark) {
      if (redis.status !== 'ready') return
      redis.publish(channel, mark).catch(() => {})
    },

    listen(listener) {
      // This code resubscribes after each reconnect, so that `onConnected` is called when signals really arrive.
      subscriber = redis.duplicate({ autoResubscribe: false, enableOfflineQueue: false, lazyConnect: true })
      const connection = subscriber
      connection.on('error', () => {})
      connection.on('close', () => listener.onLost())
      connection.on('ready', () => {
        connection
          .subscribe(channel)
          .then(() => listener.onConnected())
          .catch(() => connection.disconnect(true))
      })
      connection.on('message', (_channel, text) => listener.onNotify(text))
      connection.connect().catch(() => {})
    },

    async close() {
      subscriber?.disconnect()
    },
  }
}
