/** A stored document: JSON, with top-level fields that `find` can filter and sort by. */
export type Document = Readonly<Record<string, unknown>>

/** One condition a field: equality, or a list of alternatives, or a range. */
export type Condition =
  | string
  | number
  | boolean
  | null
  | { readonly in: readonly (string | number)[] }
  | {
      readonly gt?: string | number
      readonly gte?: string | number
      readonly lt?: string | number
      readonly lte?: string | number
    }
/** Every field must hold. Field names are top-level, letters, digits and underscore. */
export type Where<D> = { readonly [K in keyof D & string]?: Condition }

export type FindOptions<D> = {
  readonly where?: Where<D>
  readonly sort?: readonly (readonly [keyof D & string, 'asc' | 'desc'])[]
  readonly limit?: number
  readonly skip?: number
}

/** Documents of one kind. Reading never sees a removed document. */
export interface Collection<D extends Document> {
  /** The documents there are, by id, each with the log position of the last event applied to it. */
  get(ids: readonly string[]): Promise<Map<string, { doc: D | null; at: bigint }>>
  /** Ties are broken by id, so pages are stable. */
  find(options?: FindOptions<D>): Promise<D[]>
  count(where?: Where<D>): Promise<number>
}

/** What a projection wants stored: `doc: null` removes the document. */
export type Change = {
  readonly collection: string
  readonly id: string
  readonly doc: Document | null
  readonly at: bigint
}

/** Which log, and which version of the definition, a checkpoint belongs to. */
export type ProjectionIdentity = { readonly name: string; readonly version: number; readonly log: string }

/**
 * Where read models live. Documents and checkpoints of a projection move together: after a crash at any moment a
 * replay from the checkpoint gives the same documents, because a change is only written when its `at` is newer.
 *
 * Throws StoreUnavailable (libs/stores) when the store cannot be reached.
 */
export interface ReadModelStore {
  /** Names are lower_snake_case. `indexes` lists the field lists that `find` filters and sorts by. */
  collection<D extends Document>(name: string, indexes?: readonly (readonly (keyof D & string)[])[]): Collection<D>

  /**
   * Readies a projection for running and answers the position it has processed (0n: none). A newer `version` than the
   * stored one starts over: its documents are dropped and its checkpoint set to 0. Throws CheckpointOfAnotherLog when
   * the checkpoint was made from a log with another identity.
   */
  open(projection: ProjectionIdentity, collections: readonly string[]): Promise<bigint>

  /** Position that reads of this projection reflect at least; may lag the stored one by moments, never lead it. 0n when it never ran. */
  checkpoint(projection: string): Promise<bigint>

  /** True as soon as the projection has processed `position`; false after `timeoutMs`. Woken by signals, never polls busily. */
  waitFor(projection: string, position: bigint, timeoutMs: number): Promise<boolean>

  /**
   * Writes each change whose `at` is newer than the stored document's, then moves the checkpoint from `expected` to
   * `next`. false: another runner moved it, and this one must stop. A crash in between is harmless.
   */
  commit(projection: string, expected: bigint, next: bigint, changes: readonly Change[]): Promise<boolean>

  /** Drops the documents of the collections and sets the checkpoint to 0: the next run rebuilds from the log. */
  reset(projection: string, collections: readonly string[]): Promise<void>

  close(): Promise<void>
}

/** The read models were built from another log than the one at hand; `message` says so and what to do. */
export class CheckpointOfAnotherLog extends Error {
  readonly code = 'checkpoint_of_another_log'
}
