import type { RestoreEvents } from '@pathlight/event-log/restore-events.ts'
import type { PlainFeed, SealedEventLog } from '@pathlight/event-log/sealed.ts'
import type { StorableEventLog } from '@pathlight/event-log/storable-events.ts'
import type { ServerOptions } from '@pathlight/http/server.ts'
import type { DataKeys } from '@pathlight/identity/data-keys.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import type { IdentityArchive } from '@pathlight/identity/identity-archive.ts'
import type { Jobs, JobTypes } from '@pathlight/jobs/jobs.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Lifecycle } from './lifecycle.ts'

/**
 * The size of a store. `of` says which bytes are counted. `disk`: the bytes on disk. `memory`: the bytes in memory, if
 * the store has nothing on disk. `log`: all bytes that were ever written to the log.
 */
export type StoreSize = { readonly bytes: number; readonly of: 'disk' | 'memory' | 'log' }

// biome-ignore lint/suspicious/noExplicitAny: no other type stands for the jobs of every process
export type AnyJobs = any

/** All stores, on any engine. `J`: the jobs that this process adds and runs. */
export type Stores<J extends JobTypes = AnyJobs> = {
  /** The log, which seals personal fields. */
  readonly log: SealedEventLog
  /** The log without personal fields. No key is needed to read it. */
  readonly plainFeed: PlainFeed
  /** The log as the store has it, with personal fields sealed. Archives use it. */
  readonly storedLog: StorableEventLog
  readonly restoreEvents: RestoreEvents
  readonly readModels: ReadModelStore
  readonly identity: Identity
  readonly dataKeys: DataKeys
  /** The identity store as archives read and write it, with records about archives. */
  readonly archives: IdentityArchive
  readonly jobs: Jobs<J>
  /** The Redis that has the counters of rate limits for all processes. Null if each process counts by itself. */
  readonly rateLimitStore: ServerOptions['rateLimitStore']
  /**
   * Returns 32 secret bytes for one use. The bytes are the same in every process with the same master key, and do not
   * reveal that key.
   */
  readonly secretFor: (use: string) => Uint8Array
  /**
   * Whether at most one process of the app uses these stores. Commands may use them beside it. True for the embedded
   * database, which is locked.
   */
  readonly exclusive: boolean
  /** A ping for each store, by its display name. The ping rejects while the store is away. */
  readonly pings: Readonly<Record<string, () => Promise<unknown>>>
  /** Asks for the size of each store, by the names of `pings`. */
  readonly sizes: Readonly<Record<string, () => Promise<StoreSize>>>
  /** Whether a store reported a full disk within the last minute. A ping would not notice a full disk. */
  readonly hasFullDisk: (store: string) => boolean
}

export type StoresOptions = {
  readonly dataDir: string
  /** Writes a line for the person who started the app. */
  readonly say: (line: string) => void
  readonly logger: FastifyBaseLogger
  readonly lifecycle: Lifecycle
  /** Whether other processes of the app use the same data folder. */
  readonly sharesFolder?: boolean
  /**
   * For the restore of an archive: stores without accounts accept the present master key, even if they were made with
   * another one.
   */
  readonly takeKeyWhereEmpty?: boolean
}

/** The stores as an engine opens them. Their log is not sealed yet. */
export type Engines<J extends JobTypes = AnyJobs> = Omit<
  Stores<J>,
  'log' | 'plainFeed' | 'storedLog' | 'exclusive' | 'secretFor' | 'hasFullDisk'
> & {
  readonly plainLog: StorableEventLog
}
