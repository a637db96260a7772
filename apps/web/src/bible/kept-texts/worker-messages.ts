import type { KeepFailure, Progress } from './keep-text.ts'

/** What a page says to the worker of texts. */
export type ToWorker =
  | { readonly type: 'keep' | 'pause'; readonly name: string }
  /** A search may come: what takes long the first time is done now. `search`: of the address of a search that will; else empty. */
  | { readonly type: 'prepare'; readonly search: string }
  /** What the server would answer at `path`. */
  | { readonly type: 'ask'; readonly id: number; readonly path: string }

/** What the worker of texts says to its page. */
export type FromWorker =
  | ({ readonly type: 'progress'; readonly name: string } & Progress)
  | { readonly type: 'kept' | 'paused'; readonly name: string }
  | { readonly type: 'not kept'; readonly name: string; readonly why: KeepFailure }
  /** Null: what this device keeps has no answer. */
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
