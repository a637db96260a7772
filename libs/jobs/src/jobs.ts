/** The names of jobs, with the data (JSON) of each. */
export type JobTypes = Readonly<Record<string, object>>

export type AddOptions = {
  /** A job whose id is stored already is not added again. */
  readonly id?: string
  /** The correlation id of the cause, an event or a request. The handler gets it, and the log names it if the job fails. */
  readonly correlationId?: string | undefined
  readonly delayMs?: number
  /** The most tries; default 14, which take two hours with the default wait: as long as a mail server may be away. */
  readonly attempts?: number
  /** The wait after the first try; it doubles each time; default 1,000. */
  readonly backoffMs?: number
  /** Deletes the job once it is done, because its data is a person's. Its id can then be used again. */
  readonly forget?: boolean
}

/** The context of a job, for its handler. */
export type JobContext = {
  readonly id: string
  /** The correlation id of the request that led to it, if any. */
  readonly correlationId: string | null
  /** From 1. */
  readonly attempt: number
  /** If this try fails, there is no other. */
  readonly isLast: boolean
  /** Aborts when the worker closes. */
  readonly signal: AbortSignal
}

/**
 * For each name of a job, the function that does it. A worker that is closing may still start a job; `context.signal` has
 * aborted then.
 */
export type Handlers<J extends JobTypes> = {
  readonly [N in keyof J & string]: (data: J[N], context: JobContext) => Promise<void>
}

/** A job that is not tried any more. It comes without its data, which is a person's. */
export type FailedJob = {
  readonly id: string
  readonly name: string
  /** The number of tries. */
  readonly tries: number
  /** ISO 8601, UTC; null if unknown. */
  readonly failedAt: string | null
}

/** A waiting job, in the form to add it elsewhere. */
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

/** Each day at a whole hour (0 to 23) of a time zone (IANA, such as Asia/Seoul). */
export type Daily = { readonly hour: number; readonly timeZone: string }

/** A recurring job. `daily`: the hour, if it runs each day. */
export type Schedule = {
  readonly id: string
  readonly everyMs: number
  readonly daily?: Daily
  readonly data: object
}

/** Work for later. Each job runs at least once: a handler may get the same job again after a crash. */
export interface Jobs<J extends JobTypes> {
  /** Resolves once the job is stored. Throws StoreUnavailable when it cannot be. */
  add<N extends keyof J & string>(name: N, data: J[N], options?: AddOptions): Promise<void>
  /** Schedules a job every so many milliseconds, or each day; the same id replaces the schedule. */
  every<N extends keyof J & string>(id: string, name: N, data: J[N], often: number | Daily): Promise<void>
  /** Ends a schedule. Its next job, if already planned, may still run. Answers whether there was a schedule. */
  stopEvery(id: string): Promise<boolean>
  /** The schedule of this id; null if there is none. */
  schedule(id: string): Promise<Schedule | null>
  /** All waiting and running jobs, except those of schedules. Jobs that are added or finished during the call may be missing. */
  waiting(): Promise<WaitingJob<J>[]>
  /** Starts working. Call it once in a process. */
  work(handlers: Handlers<J>, concurrency?: number): Promise<void>
  /** The number of jobs that recently failed for good: the operator must look at them. Throws StoreUnavailable. */
  failed(): Promise<number>
  /** The jobs that failed for good, the last failed one first; at most `most`. Throws StoreUnavailable. */
  failedJobs(most: number): Promise<readonly FailedJob[]>
  /** Runs a job again that failed for good, with all its tries. false: no job of this id has failed. Throws StoreUnavailable. */
  tryAgain(id: string): Promise<boolean>
  /**
   * Removes a job that failed for good. Its id can then be used again. false: no job of this id has failed. Throws
   * StoreUnavailable.
   */
  dismiss(id: string): Promise<boolean>
  /** Waits for running handlers (bounded), then closes every connection. */
  close(): Promise<void>
}
