import { ANSWER_WITHIN_MS, type BullMqOptions, bullMqJobs, QUEUE } from '@pathlight/jobs/bullmq.ts'
import type { Jobs, JobTypes } from '@pathlight/jobs/jobs.ts'
import { createPostgresBackend, type Queue, type Worker, withBackend } from 'bullmq'
import { translate } from './connection/pool.ts'

/** Jobs in PostgreSQL 15 or newer, in a schema of their own that the first use creates. */
export function postgresJobs<J extends JobTypes>(options: BullMqOptions): Jobs<J> {
  const { namespace = 'pathlight' } = options
  // The queue and the worker have a pool each, with at most two connections. BullMQ opens another connection for
  // LISTEN.
  const connection = {
    connectionString: options.url,
    schema: `${namespace}_jobs`,
    migrate: true,
    max: 2,
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
  }
  // BullMQ's classes for PostgreSQL have the same methods as its classes for Redis. Only the type of the connection
  // differs, which no caller uses. So the casts below are safe.
  const postgres = withBackend(createPostgresBackend)
  return bullMqJobs(options, {
    store: 'PostgreSQL',
    translate: translate,
    queue: () => {
      const queue = new postgres.Queue(QUEUE, { connection })
      return {
        queue: queue as unknown as Queue,
        removeFailed: async (id) => {
          const { pool } = queue.getBackend().connection
          const remove = "DELETE FROM job WHERE queue = $1 AND id = $2 AND state = 'failed'"
          return (await pool.query(remove, [QUEUE, id])).rowCount === 1
        },
        disconnect: async () => undefined,
      }
    },
    worker: (process, more) => ({
      worker: new postgres.Worker(QUEUE, process, { connection, ...more }) as unknown as Worker,
      disconnect: async () => undefined,
    }),
  })
}
