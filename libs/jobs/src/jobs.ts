/** Names of jobs and the data each carries (JSON). */
export type JobTypes = Readonly<Record<string, object>>

export type AddOptions = {
  /** The same id twice is one job. */
  readonly id?: string
  /** The correlation id of what led to it, an event or a request. The handler gets it, and the log names it where the job fails. */
  readonly correlationId?: string | undefined
  readonly delayMs?: number
  /** Tries in all, the first included; default 5. */
  readonly attempts?: number
  /** First wait between tries; doubles each time; default 1,000. */
  readonly backoffMs?: number
  /** Nothing of it is kept once it is done, for what it carries is a person's: its id is free again then. */
  readonly forget?: boolean
}

/** What a handler is told beside its data. */
export type JobContext = {
  readonly id: string
  /** The correlation id of the request that led to it, if there is one. */
  readonly correlationId: string | null
  /** From 1. */
  readonly attempt: number
  /** When this one fails, the job is not tried again. */
  readonly isLast: boolean
  /** Aborts when the worker closes. */
  readonly signal: AbortSignal
}

/** A worker that is closing may still begin a job, whose signal has aborted already. */
export type Handlers<J extends JobTypes> = {
  readonly [N in keyof J & string]: (data: J[N], context: JobContext) => Promise<void>
}

/** A job that no worker tries again. Its data is not among it: that is a person's. */
export type FailedJob = {
  readonly id: string
  readonly name: string
  /** How often it was tried. */
  readonly tries: number
  /** ISO 8601, UTC; null where it is not known. */
  readonly failedAt: string | null
}

/** A job that waits, as it is to be added elsewhere. */
export type WaitingJob<J extends JobTypes> = {
  readonly name: keyof J & string
  readonly data: J[keyof J & string]
  /** Null: it was added without one. */
  readonly id: string | null
  readonly correlationId: string | null
  /** ISO 8601, UTC: not before. Null: at once. */
  readonly notBefore: string | null
  readonly attempts: number
  readonly backoffMs: number
  readonly forget: boolean
}

/** Each day at a whole hour (0 to 23) of a time zone (IANA, such as Asia/Seoul). */
export type Daily = { readonly hour: number; readonly timeZone: string }

/** A job that is done again and again. `daily`: at which hour, of one that is done each day. */
export type Schedule = {
  readonly id: string
  readonly everyMs: number
  readonly daily?: Daily
  readonly data: object
}

/** Work to do later, at least once: a handler may see the same job again after a crash. */
export interface Jobs<J extends JobTypes> {
  /** Resolves once the job is stored. Throws StoreUnavailable when it cannot be. */
  add<N extends keyof J & string>(name: N, data: J[N], options?: AddOptions): Promise<void>
  /** A job every so many milliseconds, or each day; the same id replaces the schedule. */
  every<N extends keyof J & string>(id: string, name: N, data: J[N], often: number | Daily): Promise<void>
  /** Ends a schedule: it plans nothing any more; what it planned last may still be done. Answers whether there was one. */
  stopEvery(id: string): Promise<boolean>
  /** The schedule of this id; null: there is none. */
  schedule(id: string): Promise<Schedule | null>
  /** What is to be done yet, or is being done, but for what schedules bring. What is added or done meanwhile may be in it or not. */
  waiting(): Promise<WaitingJob<J>[]>
  /** Starts working; one call a process. */
  work(handlers: Handlers<J>, concurrency?: number): Promise<void>
  /** How many jobs failed for good lately: no worker tries them again, and the operator must look. Throws StoreUnavailable. */
  failed(): Promise<number>
  /** Those jobs, the one that failed last first; at most `most`. Throws StoreUnavailable. */
  failedJobs(most: number): Promise<readonly FailedJob[]>
  /** Has a job that failed for good worked on again, with all its tries. false: no job of this id has failed. Throws StoreUnavailable. */
  tryAgain(id: string): Promise<boolean>
  /** Removes a job that failed for good: its id is free again. false: no job of this id has failed. Throws StoreUnavailable. */
  dismiss(id: string): Promise<boolean>
  /** Waits for running handlers (bounded), then lets go of every connection. */
  close(): Promise<void>
}
