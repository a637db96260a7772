import { type BullMqOptions, bullMqJobs, QUEUE } from '@pathlight/jobs/bullmq.ts'
import type { Jobs, JobTypes } from '@pathlight/jobs/jobs.ts'
import { Queue, Worker } from 'bullmq'
import { createRedis, translate } from './client.ts'

/**
 * Removes a failed job with all its keys, if it is still failed. Redis runs a script as one step.
 * https://github.com/taskforcesh/bullmq/blob/master/src/commands/includes/removeJobKeys.lua
 */
const REMOVE_FAILED = `
  if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then return 0 end
  redis.call('DEL', unpack(KEYS, 2))
  return 1`
/** A job's keys: BullMQ adds these suffixes to the name of its first key. */
const KEYS_OF_JOB = ['', ':logs', ':dependencies', ':processed', ':failed', ':unsuccessful']

/**
 * Jobs in Redis 6.2 or newer. The server must not evict keys. If the server does not persist keys, its restart loses
 * the jobs.
 */
export function redisJobs<J extends JobTypes>(options: BullMqOptions): Jobs<J> {
  const { namespace = 'pathlight', url, onTrouble } = options
  const prefix = `{${namespace}}`
  return bullMqJobs(options, {
    store: 'Redis',
    translate: translate,
    queue: () => {
      const connection = createRedis(url, {}, onTrouble)
      const queue = new Queue(QUEUE, { connection, prefix })
      return {
        queue,
        removeFailed: async (id) => {
          const keys = [queue.toKey('failed'), ...KEYS_OF_JOB.map((end) => queue.toKey(id) + end)]
          return (await connection.eval(REMOVE_FAILED, keys.length, ...keys, id)) === 1
        },
        disconnect: async () => connection.disconnect(),
      }
    },
    worker: (process, more) => {
      // A worker's command waits at the server until there is a job. So it has no time limit, and is sent again after a
      // restart of the server.
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
