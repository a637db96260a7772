import { type BullMqOptions, bullMqJobs, QUEUE } from '@pathlight/jobs/bullmq.ts'
import type { Jobs, JobTypes } from '@pathlight/jobs/jobs.ts'
import { Queue, Worker } from 'bullmq'
import { createRedis, translate } from './client.ts'

/** Jobs in Redis 6.2 or newer, which must not evict keys and, for jobs to survive its restart, persist them. */
export function redisJobs<J extends JobTypes>(options: BullMqOptions): Jobs<J> {
  const { namespace = 'pathlight', url, onTrouble } = options
  const prefix = `{${namespace}}`
  return bullMqJobs(options, {
    store: 'Redis',
    translate: translate,
    queue: () => {
      const connection = createRedis(url, {}, onTrouble)
      return { queue: new Queue(QUEUE, { connection, prefix }), disconnect: async () => connection.disconnect() }
    },
    worker: (process, more) => {
      // A worker's command waits on the server for as long as there is nothing to do. The worker must outlive the server's
      // restarts.
      const patient = { maxRetriesPerRequest: null, enableOfflineQueue: true } as const
      const connection = createRedis(url, patient, onTrouble)
      connection.options.commandTimeout = undefined
      return {
        worker: new Worker(QUEUE, process, { connection, prefix, ...more }),
        disconnect: async () => connection.disconnect(),
      }
    },
  })
}
