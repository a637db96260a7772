import type { KeepFailure, Progress } from './keep-text.ts'

/** Messages of a page to the worker of texts. */
export type ToWorker =
  | { readonly type: 'keep' | 'pause'; readonly name: string }
  /**
   * A search may come, so the slow first steps are done now. `search` is the query string of that search, or '' if it is unknown.
   */
  | { readonly type: 'prepare'; readonly search: string }
  /** Asks for the server's answer at `path`. */
  | { readonly type: 'ask'; readonly id: number; readonly path: string }

/** Messages of the worker of texts to its page. */
export type FromWorker =
  | ({ readonly type: 'progress'; readonly name: string } & Progress)
  | { readonly type: 'kept' | 'paused'; readonly name: string }
  | { readonly type: 'not kept'; readonly name: string; readonly why: KeepFailure }
  /** `value` is null if the texts on this device have no answer. */
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
