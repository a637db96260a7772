import type { Signals } from '@pathlight/read-models/signals.ts'
import type { Redis } from 'ioredis'

/**
 * Signals over Redis publish/subscribe, for stores without signals of their own. The connection `redis` publishes, and
 * the caller closes it. A second connection subscribes, and `close` of the signals closes it. A process that misses a
 * signal finds the change at its next poll.
 */
export function redisSignals(redis: Redis, channel: string): Signals {
  let subscriber: Redis | undefined

  return {
    publish(mark) {
      if (redis.status !== 'ready') return
      redis.publish(channel, mark).catch(() => {})
    },

    listen(listener) {
      // Without autoResubscribe, `onConnected` is called only after the subscription is active again.
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
