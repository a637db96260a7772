/**
 * A stored document: JSON, with top-level fields that `find` can filter and sort by. A field that is undefined is
 * absent. What the engines would keep differently, or not at all, is refused (InvalidDocument): see document-rules.ts.
 */
export type Document = Readonly<Record<string, unknown>>

/**
 * One condition a field: equality, or a list of alternatives, or a range. It is meant for fields that hold one string,
 * number, boolean or null; an absent field equals null. A range only meets values of its own type. Strings compare by
 * code point (a PostgreSQL database made with another collation: by that one).
 */
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
  /**
   * The documents there are, by id, each with the log position of the last event applied to it. A removed one is
   * absent, or here with `doc: null` while the store still remembers the position of its removal. Calls that come at
   * the same time share one query and its documents: they are for reading.
   */
  get(ids: readonly string[]): Promise<Map<string, { doc: D | null; at: bigint }>>
  /** Ties are broken by id, in the direction of the last sort field, so pages are stable. `limit` and `skip` ≥ 0. */
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
  /**
   * Names are lower_snake_case, at most 48 characters. `indexes` lists the field lists that `find` filters and sorts
   * by, in that order; an indexed field holds a short value (PostgreSQL refuses one over 2 KB).
   */
  collection<D extends Document>(name: string, indexes?: readonly (readonly string[])[]): Collection<D>

  /**
   * Readies a projection for running and answers the position it has processed (0n: none). A newer `version` than the
   * stored one starts over: its documents are dropped and its checkpoint set to 0. Throws CheckpointOfAnotherLog when
   * the checkpoint was made from a log with another identity, ReadModelOfNewerVersion when a newer version made it.
   */
  open(projection: ProjectionIdentity, collections: readonly string[]): Promise<bigint>

  /** Position that reads of this projection reflect at least; may lag the stored one by moments, never lead it. 0n when it never ran. */
  checkpoint(projection: string): Promise<bigint>

  /** True as soon as the projection has processed `position`; false after `timeoutMs`, or when the store closes. Woken by signals, never polls busily. */
  waitFor(projection: string, position: bigint, timeoutMs: number): Promise<boolean>

  /**
   * Writes each change whose `at` is newer than the stored document's, then moves the checkpoint from `expected` to
   * `next`. A crash in between is harmless. false: it was moved meanwhile, by another runner, by a reset or by a newer
   * version; `open` tells where it is now. Needs `open` before it, on the same store object.
   *
   * A change at or below `expected` is in the store already and is left out; one above `next` is a mistake of the
   * caller (RangeError). At most one change a document. Throws InvalidDocument when a document cannot be kept.
   */
  commit(projection: string, expected: bigint, next: bigint, changes: readonly Change[]): Promise<boolean>

  /**
   * Drops the documents of the collections and sets the checkpoint to 0, of no version and no log: whoever opens it
   * next rebuilds it from the log, a running runner within moments. Also the way back from the two refusals of `open`.
   */
  reset(projection: string, collections: readonly string[]): Promise<void>

  close(): Promise<void>
}

/** The read models were built from another log than the one at hand; `message` says so and what to do. */
export class CheckpointOfAnotherLog extends Error {
  override readonly name = 'CheckpointOfAnotherLog'
  readonly code = 'checkpoint_of_another_log'
}

/** The read model was made by a newer version of its definition than the one at hand; `message` says what to do. */
export class ReadModelOfNewerVersion extends Error {
  override readonly name = 'ReadModelOfNewerVersion'
  readonly code = 'read_model_of_newer_version'
}

/** A document that no engine, or not every engine, could keep as it is; `message` says which and why. Nothing was written. */
export class InvalidDocument extends Error {
  override readonly name = 'InvalidDocument'
  readonly code = 'invalid_document'
}
