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

/** `memory`: of a store that keeps nothing on disk. `log`: bytes that were ever written to the log. */
export type StoreSize = { readonly bytes: number; readonly of: 'disk' | 'memory' | 'log' }

// biome-ignore lint/suspicious/noExplicitAny: no other type stands for the jobs of every process
export type AnyJobs = any

/** Everything that keeps something, whichever engines are behind it. `J`: the jobs that this process adds and does. */
export type Stores<J extends JobTypes = AnyJobs> = {
  /** Sealed: personal fields are stored encrypted only. */
  readonly log: SealedEventLog
  /** Everything in the log but what is personal, without any key. */
  readonly plainFeed: PlainFeed
  /** The log as the store has it, personal fields sealed: for archives. */
  readonly storedLog: StorableEventLog
  readonly restoreEvents: RestoreEvents
  readonly readModels: ReadModelStore
  readonly identity: Identity
  readonly dataKeys: DataKeys
  /** Identity as archives know it, and what is remembered of archives. */
  readonly archives: IdentityArchive
  readonly jobs: Jobs<J>
  /** Where rate limits are counted; null: in this process. */
  readonly rateLimitStore: ServerOptions['rateLimitStore']
  /** 32 bytes for one use, the same in every process that has the master key; they say nothing of it. */
  readonly secretFor: (use: string) => Uint8Array
  /** Whether no other process can use these stores: the embedded database, which is locked. */
  readonly exclusive: boolean
  /** One a store, by its name for people: fails while the store is away. */
  readonly pings: Readonly<Record<string, () => Promise<unknown>>>
  /** How much room each of them takes, by the same names: each store is asked. */
  readonly sizes: Readonly<Record<string, () => Promise<StoreSize>>>
  /** Whether a store said within the last minute that its disk is full: a ping does not notice it. */
  readonly hasFullDisk: (store: string) => boolean
}

export type StoresOptions = {
  readonly dataDir: string
  /** Lines for the person who started the app. */
  readonly say: (line: string) => void
  readonly logger: FastifyBaseLogger
  readonly lifecycle: Lifecycle
  /** Other processes of the app work in the same folder. */
  readonly sharesFolder?: boolean
  /** An archive is to be read: stores without accounts take the master key at hand, whatever key they were made with. */
  readonly takeKeyWhereEmpty?: boolean
}

/** The stores as an engine gives them: the log is not sealed yet. */
export type Engines<J extends JobTypes = AnyJobs> = Omit<
  Stores<J>,
  'log' | 'plainFeed' | 'storedLog' | 'exclusive' | 'secretFor' | 'hasFullDisk'
> & {
  readonly plainLog: StorableEventLog
}
