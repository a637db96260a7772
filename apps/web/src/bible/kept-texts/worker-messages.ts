import type { KeepFailure, Progress } from './keep-text.ts'

/** Messages from a page to the texts worker. */
export type ToWorker =
  | { readonly type: 'keep' | 'pause'; readonly name: string }
  /**
   * Makes the worker do the slow first steps of a search that may come. `search` is the query string of that search, or
   * '' if it is unknown.
   */
  | { readonly type: 'prepare'; readonly search: string }
  /** Asks for what the server would answer at `path`. */
  | { readonly type: 'ask'; readonly id: number; readonly path: string }

/** Messages from the texts worker to its page. */
export type FromWorker =
  | ({ readonly type: 'progress'; readonly name: string } & Progress)
  | { readonly type: 'kept' | 'paused'; readonly name: string }
  | { readonly type: 'not kept'; readonly name: string; readonly why: KeepFailure }
  /** `value` is null if the texts on this device have no answer. */
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
