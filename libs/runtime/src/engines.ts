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

/** `memory`: the store keeps nothing on disk. `log`: bytes that were ever written to the log. */
export type StoreSize = { readonly bytes: number; readonly of: 'disk' | 'memory' | 'log' }

// biome-ignore lint/suspicious/noExplicitAny: no other type stands for the jobs of every process
export type AnyJobs = any

/** All stores, on whichever engine. `J`: the jobs that this process adds and runs. */
export type Stores<J extends JobTypes = AnyJobs> = {
  /** Sealed: personal fields are stored encrypted only. */
  readonly log: SealedEventLog
  /** The log without personal fields, for which no key is needed. */
  readonly plainFeed: PlainFeed
  /** The log as the store has it, personal fields sealed, for archives. */
  readonly storedLog: StorableEventLog
  readonly restoreEvents: RestoreEvents
  readonly readModels: ReadModelStore
  readonly identity: Identity
  readonly dataKeys: DataKeys
  /** Identity for archives, and facts about archives. */
  readonly archives: IdentityArchive
  readonly jobs: Jobs<J>
  /** The Redis with the counters of rate limits. Null if this process counts. */
  readonly rateLimitStore: ServerOptions['rateLimitStore']
  /** 32 bytes for one use, the same in every process with the master key, which they do not reveal. */
  readonly secretFor: (use: string) => Uint8Array
  /** Whether no other process can use these stores. It is so for the embedded database, which is locked. */
  readonly exclusive: boolean
  /** A ping for each store, by its display name: it fails while the store is away. */
  readonly pings: Readonly<Record<string, () => Promise<unknown>>>
  /** The size of each store, by the same names. It asks the store. */
  readonly sizes: Readonly<Record<string, () => Promise<StoreSize>>>
  /** Whether a store reported a full disk within the last minute, which a ping does not notice. */
  readonly hasFullDisk: (store: string) => boolean
}

export type StoresOptions = {
  readonly dataDir: string
  /** Writes a line for the person who started the app. */
  readonly say: (line: string) => void
  readonly logger: FastifyBaseLogger
  readonly lifecycle: Lifecycle
  /** Whether other processes of the app use the same folder. */
  readonly sharesFolder?: boolean
  /** Before a restore: stores without accounts accept the present master key, whichever key they were made with. */
  readonly takeKeyWhereEmpty?: boolean
}

/** The stores from an engine, whose log is not sealed yet. */
export type Engines<J extends JobTypes = AnyJobs> = Omit<
  Stores<J>,
  'log' | 'plainFeed' | 'storedLog' | 'exclusive' | 'secretFor' | 'hasFullDisk'
> & {
  readonly plainLog: StorableEventLog
}
