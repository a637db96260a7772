import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import type { Job, Queue, Worker, WorkerOptions } from 'bullmq'
import pTimeout from 'p-timeout'
import { type Jobs, type JobTypes, UNTIL_DONE, type WaitingJob } from './jobs.ts'

export type BullMqOptions = {
  readonly url: string
  /** A name that separates several apps on one server: letters, digits and underscore. Default `pathlight`. */
  readonly namespace?: string
  /** Called with each failure of the connection or of a job. */
  readonly onTrouble?: (error: Error) => void
  /** After this time in milliseconds without a sign of a worker, another worker gets its job. Default 30 s. */
  readonly lockMs?: number
}

export const QUEUE = 'jobs'
export const ANSWER_WITHIN_MS = 5_000
const CLOSE_WITHIN_MS = 8_000
const MINUTE_MS = 60_000
const DAY_S = 24 * 60 * 60
/** The most tries of a schedule's job. With 30 s as the first wait, they take about an hour. */
const SCHEDULE_ATTEMPTS = 8
/** The longest first wait between the tries of a job of a schedule, in milliseconds. */
const SCHEDULE_BACKOFF_MS = 30_000
/**
 * How long, and how many, finished jobs are stored. A job whose id a stored job has is not added, so an event that is
 * read again does not add its job again. A week is longer than a restart or a restore takes. All jobs but forgotten
 * ones (AddOptions.forget) have the same limits, because BullMQ applies the limits of the job that ended last to all
 * finished jobs.
 */
const KEEP = { removeOnComplete: { age: 7 * DAY_S, count: 10_000 }, removeOnFail: { age: 30 * DAY_S, count: 1_000 } }

/**
 * The parts that differ between engines: how to open the queue and the worker, and which errors mean an unreachable
 * store.
 */
export type JobsEngine = {
  readonly store: string
  readonly translate: (error: unknown) => unknown
  readonly queue: () => {
    queue: Queue
    /**
     * Removes the job with this BullMQ id if it has failed, and returns whether it was removed. The check and the
     * removal are one step. BullMQ's own `remove` is not used, because it would also remove a job that another admin
     * has just put back into the queue.
     */
    removeFailed: (id: string) => Promise<boolean>
    disconnect: () => Promise<unknown>
  }
  readonly worker: (
    process: (job: Job) => Promise<void>,
    options: Omit<WorkerOptions, 'connection'>,
  ) => {
    worker: Worker
    disconnect: () => Promise<unknown>
  }
}

/**
 * Encodes a job's id as BullMQ accepts it: without colons, and not only digits. An id that BullMQ has made itself does
 * not begin with `id-`, and `decodeId` returns it as it is.
 */
const encodeId = (id: string): string => `id-${encodeURIComponent(id)}`
const decodeId = (id: string): string => (id.startsWith('id-') ? decodeURIComponent(id.slice(3)) : id)

/**
 * The states of unfinished jobs, in the order in which jobs pass through them. 'delayed' comes again at the end,
 * because a job that failed waits in that state for its next try.
 */
const NOT_DONE = ['delayed', 'prioritized', 'waiting', 'active', 'delayed'] as const
const JOBS_AT_ONCE = 500

const waitingOf = <J extends JobTypes>(job: Job): WaitingJob<J> => {
  const { backoff, attempts = 1, removeOnComplete } = job.opts
  return {
    name: job.name,
    data: job.data,
    id: job.id?.startsWith('id-') ? decodeId(job.id) : null,
    correlationId: correlationOf(job),
    notBefore: job.delay > 0 ? new Date(job.timestamp + job.delay).toISOString() : null,
    attempts,
    backoffMs: typeof backoff === 'object' ? (backoff.delay ?? 0) : (backoff ?? 0),
    forget: removeOnComplete === true,
  }
}

/**
 * Whether a schedule waits longer than it ever should: its next job was planned by a clock that was ahead. The clocks
 * of two machines may differ, and a day may have 25 hours, so twice the interval is allowed.
 */
const isPlannedAhead = (next: number | undefined, everyMs: number): boolean =>
  next !== undefined && next > Date.now() + 2 * everyMs

const correlationOf = (job: Job): string | null => job.opts.telemetry?.metadata ?? null

/** The error for the operator's log. It names the job and its correlation id, and has none of the job's data. */
const failureOf = (job: Job, cause: Error): Error => {
  const ledTo = correlationOf(job)
  const which = [decodeId(job.id ?? ''), ...(ledTo === null ? [] : [`of ${ledTo}`])].join(', ')
  return new Error(`The job ${job.name} (${which}) failed: ${cause.message}`, { cause })
}

/** Makes the jobs of an engine with BullMQ. */
export function bullMqJobs<J extends JobTypes>(options: BullMqOptions, engine: JobsEngine): Jobs<J> {
  const { onTrouble = () => undefined, lockMs = 30_000 } = options
  const closing = new AbortController()
  let open: Promise<ReturnType<JobsEngine['queue']>> | null = null
  let running: ReturnType<JobsEngine['worker']> | null = null

  /**
   * Throws StoreUnavailable if the work takes longer than ANSWER_WITHIN_MS. The engine translates the work's own error.
   */
  const inTime = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const late = () => Promise.reject(new StoreUnavailable(engine.store))
      return await pTimeout(work, { milliseconds: ANSWER_WITHIN_MS, fallback: late })
    } catch (error) {
      throw engine.translate(error)
    }
  }

  // The open queue. A queue whose first connection failed never reconnects, so it is closed, and the next call opens
  // another.
  const opened = async (): Promise<ReturnType<JobsEngine['queue']>> => {
    if (closing.signal.aborted) throw new StoreUnavailable(engine.store)
    open ??= (async () => {
      const made = engine.queue()
      made.queue.on('error', onTrouble)
      try {
        await inTime(made.queue.waitUntilReady())
        return made
      } catch (error) {
        open = null
        made.queue.close().catch(() => undefined)
        await made.disconnect()
        throw error
      }
    })()
    return open
  }
  const theQueue = async (): Promise<Queue> => (await opened()).queue

  /**
   * If a clock that was ahead has planned the next job of a schedule, makes the schedule again. Otherwise the job would
   * run far too late.
   */
  const mendSchedules = async () => {
    const queue = await theQueue()
    for (const { key, name, next, every, pattern, tz, template } of await inTime(queue.getJobSchedulers())) {
      if (!isPlannedAhead(next, every ?? DAY_S * 1_000)) continue
      const repeat = { ...(every ? { every } : { pattern: pattern ?? '' }), ...(tz && { tz }) }
      await inTime(queue.removeJobScheduler(key))
      await inTime(queue.upsertJobScheduler(key, repeat, { name, ...template }))
    }
  }

  return {
    async add(name, data, { id, correlationId, delayMs, attempts = 14, backoffMs = 1_000, forget = false } = {}) {
      const queue = await theQueue()
      const backoff =
        attempts === UNTIL_DONE ? { type: 'fixed', delay: MINUTE_MS } : { type: 'exponential', delay: backoffMs }
      const more = {
        ...(id !== undefined && { jobId: encodeId(id) }),
        ...(delayMs !== undefined && { delay: delayMs }),
        // The correlation id is stored in BullMQ's own field for trace data.
        ...(correlationId !== undefined && { telemetry: { metadata: correlationId } }),
        ...(forget && { removeOnComplete: true }),
      }
      await inTime(queue.add(name, data, { attempts, backoff, ...KEEP, ...more }))
    },

    async every(id, name, data, often) {
      const queue = await theQueue()
      // The waits double, so all tries together take less than 2 ** SCHEDULE_ATTEMPTS times the first wait. The first
      // wait is short enough for the tries to end before the next job of the schedule.
      const everyMs = typeof often === 'number' ? often : DAY_S * 1_000
      const delay = Math.ceil(Math.min(SCHEDULE_BACKOFF_MS, everyMs / 2 ** SCHEDULE_ATTEMPTS))
      const opts = { attempts: SCHEDULE_ATTEMPTS, backoff: { type: 'exponential', delay }, ...KEEP }
      const schedule = encodeId(id)
      // A changed schedule is removed first, because BullMQ would otherwise still wait for the next job of the old
      // schedule. A schedule that was planned by a clock that was ahead is removed, too.
      const before = await inTime(queue.getJobScheduler(schedule))
      const repeat: { every?: number; pattern?: string; tz?: string } =
        typeof often === 'number' ? { every: often } : { pattern: `0 0 ${often.hour} * * *`, tz: often.timeZone }
      const isSame = (['every', 'pattern', 'tz'] as const).every((one) => (before?.[one] ?? undefined) === repeat[one])
      if (before && (!isSame || isPlannedAhead(before.next, everyMs))) await inTime(queue.removeJobScheduler(schedule))
      await inTime(queue.upsertJobScheduler(schedule, repeat, { name, data, opts }))
    },

    async stopEvery(id) {
      const queue = await theQueue()
      return inTime(queue.removeJobScheduler(encodeId(id)))
    },

    async schedule(id) {
      const queue = await theQueue()
      const scheduler = await inTime(queue.getJobScheduler(encodeId(id)))
      if (!scheduler) return null
      const { every, pattern, tz = 'UTC', template } = scheduler
      const data = template?.data ?? {}
      if (pattern)
        return { id, everyMs: DAY_S * 1_000, daily: { hour: Number(pattern.split(' ')[2]), timeZone: tz }, data }
      return every === undefined || every === null ? null : { id, everyMs: Number(every), data }
    },

    async waiting() {
      const queue = await theQueue()
      const byId = new Map<string, WaitingJob<J>>()
      // BullMQ lists the newest jobs first. The oldest jobs end first, and leave the list at its end. So while the
      // parts of the list are read, no unread job moves into a part that was read already.
      for (const state of NOT_DONE)
        for (let from = 0; from < (await inTime(queue.getJobCountByTypes(state))); from += JOBS_AT_ONCE) {
          // Jobs that have ended meanwhile are undefined.
          const jobs = await inTime(queue.getJobs([state], from, from + JOBS_AT_ONCE - 1))
          for (const job of jobs) {
            const isOfSchedule = job?.repeatJobKey !== undefined || job?.id?.startsWith('repeat:') === true
            if (job?.id && !isOfSchedule) byId.set(job.id, waitingOf<J>(job))
          }
        }
      return [...byId.values()].reverse()
    },

    async failed() {
      const queue = await theQueue()
      return inTime(queue.getFailedCount())
    },

    async failedJobs(most) {
      const queue = await theQueue()
      const failed = await inTime(queue.getFailed(0, most - 1))
      return failed.map(({ id = '', name, attemptsMade, finishedOn }) => ({
        id: decodeId(id),
        name,
        tries: attemptsMade,
        failedAt: finishedOn === undefined ? null : new Date(finishedOn).toISOString(),
      }))
    },

    async tryAgain(id) {
      const queue = await theQueue()
      // The id may be one that the caller of `add` gave, or one that BullMQ made.
      for (const stored of [encodeId(id), id]) {
        const job: Job | undefined = await inTime(queue.getJob(stored))
        if (job === undefined || !(await inTime(job.isFailed()))) continue
        try {
          await inTime(job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true }))
          return true
        } catch (error) {
          // If the job is not failed any more, another admin has retried or dismissed it.
          if (error instanceof StoreUnavailable || (await inTime(job.isFailed()))) throw error
        }
      }
      return false
    },

    async dismiss(id) {
      const { removeFailed } = await opened()
      for (const stored of [encodeId(id), id]) if (await inTime(removeFailed(stored))) return true
      return false
    },

    async work(handlers, concurrency = 4) {
      await mendSchedules()
      if (running) throw new Error('This process works already')
      const handle = async (job: Job): Promise<void> => {
        const handler = handlers[job.name]
        if (!handler) throw new Error(`No handler for the job ${job.name}`)
        const attempt = job.attemptsMade + 1
        const context = {
          id: decodeId(job.id ?? ''),
          correlationId: correlationOf(job),
          attempt,
          isLast: attempt >= (job.opts.attempts ?? 1),
          signal: closing.signal,
        }
        await handler(job.data, context)
      }
      // `maxStalledCount` is how often a job may lose its process before it fails for good. It is high, because the job
      // is not to blame for the death of a process.
      const limits = {
        concurrency,
        lockDuration: lockMs,
        stalledInterval: lockMs / 2,
        maxStalledCount: 100,
        runRetryDelay: 1_000,
      }
      const made = engine.worker(handle, limits)
      made.worker.on('error', onTrouble)
      made.worker.on('failed', (job, error) => onTrouble(job ? failureOf(job, error) : error))
      running = made
      try {
        await inTime(made.worker.waitUntilReady())
      } catch (error) {
        running = null
        made.worker.close(true).catch(() => undefined)
        await made.disconnect()
        throw error
      }
    },

    async close() {
      closing.abort()
      const end = async () => {
        if (running) await running.worker.close()
        if (open) await (await open).queue.close()
      }
      await pTimeout(end().catch(onTrouble), {
        milliseconds: CLOSE_WITHIN_MS,
        fallback: () => void running?.worker.close(true).catch(() => undefined),
      })
      await running?.disconnect()
      await (await open?.catch(() => null))?.disconnect()
    },
  }
}
