/** The names of jobs, each with the type of its data (JSON). */
export type JobTypes = Readonly<Record<string, object>>

/** `attempts` of a job that is tried once a minute until it is done, for up to two years. */
export const UNTIL_DONE = 1_000_000

export type AddOptions = {
  /** The job's own id. If a stored job has it already, no job is added. */
  readonly id?: string
  /**
   * The correlation id of the event or request that causes the job. The handler gets it, and the log names it if the
   * job fails.
   */
  readonly correlationId?: string | undefined
  readonly delayMs?: number
  /**
   * The most tries. With the default waits, the default of 14 tries takes two hours, so a mail server may be away for
   * that long. See also UNTIL_DONE.
   */
  readonly attempts?: number
  /** The wait after the first try, in milliseconds. The wait doubles after each further try. Default 1,000. */
  readonly backoffMs?: number
  /**
   * Whether the job is deleted once it is done, for jobs whose data is a person's. The job's id can then be used again.
   */
  readonly forget?: boolean
}

/** What a handler gets beside the job's data. */
export type JobContext = {
  readonly id: string
  /** The correlation id of the job's cause, or null. */
  readonly correlationId: string | null
  /** The number of this try, from 1. */
  readonly attempt: number
  readonly isLast: boolean
  /** Aborts when the worker closes. */
  readonly signal: AbortSignal
}

/**
 * The functions that do the jobs, by the jobs' names. A worker that is closing may still start a job. Then `signal` of
 * the job's context is aborted already.
 */
export type Handlers<J extends JobTypes> = {
  readonly [N in keyof J & string]: (data: J[N], context: JobContext) => Promise<void>
}

/** A job that has used up its tries. The job's data is left out, because it may be a person's. */
export type FailedJob = {
  readonly id: string
  readonly name: string
  readonly tries: number
  /** The time of the failure: ISO 8601, UTC. Null if unknown. */
  readonly failedAt: string | null
}

/** A waiting job in a form in which another store can add it. */
export type WaitingJob<J extends JobTypes> = {
  readonly name: keyof J & string
  readonly data: J[keyof J & string]
  /** Null if the job was added without an id. */
  readonly id: string | null
  readonly correlationId: string | null
  /** The earliest start (ISO 8601, UTC); null if the job may start at once. */
  readonly notBefore: string | null
  readonly attempts: number
  readonly backoffMs: number
  readonly forget: boolean
}

/** A time of day: the full hour (0 to 23) in a time zone (IANA, such as Asia/Seoul). */
export type Daily = { readonly hour: number; readonly timeZone: string }

/** A recurring job. `daily`: the hour, if the job runs once a day. */
export type Schedule = {
  readonly id: string
  readonly everyMs: number
  readonly daily?: Daily
  readonly data: object
}

/** Work for later. Each job runs at least once. After a crash, a handler may get the same job again. */
export interface Jobs<J extends JobTypes> {
  /** Resolves once the job is stored. Throws StoreUnavailable if it cannot be stored. */
  add<N extends keyof J & string>(name: N, data: J[N], options?: AddOptions): Promise<void>
  /**
   * Schedules a recurring job, at an interval in milliseconds or once a day. Replaces the schedule with the same id. A
   * job that fails is tried eight times, with waits that double. The tries take about an hour, or less if the next job
   * is due earlier. A schedule that an older version made keeps its single try until it is replaced.
   */
  every<N extends keyof J & string>(id: string, name: N, data: J[N], often: number | Daily): Promise<void>
  /** Ends a schedule. A job that was planned already may still run. Returns whether there was a schedule. */
  stopEvery(id: string): Promise<boolean>
  /** The schedule with this id. Null if there is none. */
  schedule(id: string): Promise<Schedule | null>
  /**
   * All waiting and running jobs, except those of schedules. Jobs that are added or finished during the call may be
   * missing.
   */
  waiting(): Promise<WaitingJob<J>[]>
  /**
   * Starts to work on jobs. May be called once. A schedule whose next job was planned by a clock that was ahead is
   * planned anew.
   */
  work(handlers: Handlers<J>, concurrency?: number): Promise<void>
  /** The number of stored jobs that have used up their tries. Throws StoreUnavailable. */
  failed(): Promise<number>
  /** The jobs that have used up their tries, at most `most`; the latest failure first. Throws StoreUnavailable. */
  failedJobs(most: number): Promise<readonly FailedJob[]>
  /**
   * Runs a failed job again, with as many tries as at first. Returns false if no job with this id has failed. Throws
   * StoreUnavailable.
   */
  tryAgain(id: string): Promise<boolean>
  /**
   * Removes a failed job. The job's id can then be used again. Returns false if no job with this id has failed. Throws
   * StoreUnavailable.
   */
  dismiss(id: string): Promise<boolean>
  /** Waits a limited time for running handlers, then closes every connection. */
  close(): Promise<void>
}
