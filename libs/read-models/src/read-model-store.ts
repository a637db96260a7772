import type { EventPlace } from '@pathlight/event-log/event-log.ts'

/** A JSON object. Undefined fields are absent. document-rules.ts has the rules. */
export type Document = Readonly<Record<string, unknown>>

/**
 * The document's id as a field of an index. Put it before fields that only filter, such as the ends of a range, so that
 * MongoDB reads documents in the order of their ids. MongoDB's index always has the id, if need be at the end.
 * PostgreSQL's index has the id only if it is the last field; otherwise PostgreSQL sorts the matches.
 */
export const DOCUMENT_ID = '_id'

/** The name, indexes and personal fields of a read model, for readers. Every projection is a read model. */
export type ReadModel<D extends Document> = {
  /** The name in lower_snake_case, at most 41 characters (48 with the suffix `_parked`). */
  readonly name: string
  /**
   * The indexes. Each is a list of top-level fields (or DOCUMENT_ID) by which `find` filters and sorts, in that order.
   * The id and the strings in these fields may have 2,500 bytes together.
   */
  readonly indexes?: readonly (readonly string[])[]
  /**
   * Top-level fields with a person's words. They are sealed under the person's key (sealed-read-models.ts) and cannot
   * be searched.
   */
  readonly personal?: readonly string[]
  /** Only the type of this function is used: it gives the type of the documents. */
  evolve?(doc: D | null, event: never, id: string): D | null
}

/**
 * Equality, a list of alternatives, or a range. The field has a string, number, boolean or null; an absent field equals
 * null. A range matches only values of its own type. Strings compare by code point (on PostgreSQL by the database's
 * collation).
 */
export type Condition = Scalar | { readonly in: readonly (string | number)[] } | Range
export type Scalar = string | number | boolean | null
export type Range = { readonly [operator in 'gt' | 'gte' | 'lt' | 'lte']?: string | number }
/** Conditions that must all hold. A field's name is top-level and has letters, digits and underscores. */
export type Where<D> = { readonly [K in keyof D & string]?: Condition }

export type FindOptions<D> = {
  readonly where?: Where<D>
  readonly sort?: readonly (readonly [keyof D & string, 'asc' | 'desc'])[]
  readonly limit?: number
  /**
   * Only documents with a greater id (the document's own, not a field). Without `sort` documents come in the order of
   * their ids, so `after` gives the next slice.
   */
  readonly after?: string
}

/**
 * `most`: where the count stops, a whole number from 1. `sort`: as in `find`, so that the count uses the same index.
 */
export type CountBounds<D> = { readonly most: number } & Pick<FindOptions<D>, 'sort'>

/** The documents of a read model as readers see them. Removed documents are not among them. */
export interface Collection<D extends Document> {
  get(id: string): Promise<D | null>
  /**
   * Documents that `sort` does not distinguish come in the order of their ids, in the direction of the last sort field.
   * `limit` is 0 or more.
   */
  find(options?: FindOptions<D>): Promise<D[]>
  /** The number of documents, at most `bounds.most`. The count stops there, so that a long list costs little. */
  count(where?: Where<D>, bounds?: CountBounds<D>): Promise<number>
  /**
   * The distinct strings in a field, in no order. Without an index the whole collection is read, so no person's request
   * may cause that.
   */
  distinct(field: keyof D & string, where?: Where<D>): Promise<string[]>
}

/**
 * A document with the log position of the last event that was applied to it. A null `doc` means that this event removed
 * the document.
 */
export type Held<D extends Document = Document> = { readonly doc: D | null; readonly at: bigint }

/** The documents of one generation, for projections. */
export interface Generation<D extends Document> extends Collection<D> {
  /**
   * The stored documents with these ids. A removed document is absent, or has a null `doc` if the engine stores its
   * removal.
   */
  load(ids: readonly string[]): Promise<Map<string, Held<D>>>
  /** Existing documents with ids after `after`, in the order of their ids. */
  page(after: string, limit: number): Promise<(Held<D> & { readonly id: string })[]>
}

/** A change to a document of one generation. A null `doc` removes the document. */
export type Change = {
  readonly model: string
  readonly generation: number
  readonly id: string
  readonly doc: Document | null
  readonly at: bigint
  /**
   * Whether the last read did not find the document. The hint saves the engine work; if the document exists after all,
   * the newer state still wins.
   */
  readonly isNew?: boolean
}
/** A person whose documents are removed from these generations. They are found by `user_id`. */
export type Forgotten = {
  readonly userId: string
  readonly at: bigint
  readonly models: readonly { readonly model: string; readonly generation: number }[]
}

/**
 * The writes of one commit, in addition to the checkpoints. Each document has at most one change, and has passed
 * checkDocument.
 */
export type Work = {
  readonly changes: readonly Change[]
  readonly forgotten: Forgotten | null
  /** The owners of the changed documents. Null if they are unknown. */
  readonly people: readonly string[] | null
}
export const NO_WORK: Work = { changes: [], forgotten: null, people: [] }

/** A place in the log. */
export type Place = {
  readonly position: bigint
  /**
   * The last event at or before this position. If the log has another event there, the log was set back. Null if there
   * is no event yet, or an older program moved the checkpoint.
   */
  readonly last: EventPlace | null
}

/** The progress of a generation of a read model. Its documents have all events up to this position. */
export type Checkpoint = Place & {
  /** The name of the read model or, with generation 0, of another follower of the log. */
  readonly name: string
  readonly generation: number
  /** The version of the definition that built the generation. */
  readonly version: number
  /** Readers see the highest live generation of a read model. A generation that is not live is being built. */
  readonly live: boolean
  /** The identity of the log to which `position` belongs. */
  readonly log: string
}

/** The checkpoints of the generations that readers see, by read model. */
export const whatIsRead = (checkpoints: readonly Checkpoint[]): Map<string, Checkpoint> => {
  const ascending = checkpoints.filter(({ live }) => live).toSorted((a, b) => a.generation - b.generation)
  return new Map(ascending.map((one) => [one.name, one]))
}

/** Read models by name. Undefined: all that readers see. */
export type Named = readonly { readonly name: string }[] | undefined

/**
 * The store of read models, with a table (collection) for each generation. After a crash at any moment, a replay from
 * the checkpoint gives the same documents, because a document takes only newer events. All calls throw StoreUnavailable
 * (libs/stores) if the store cannot be reached.
 */
export interface ReadModelStore {
  /**
   * The documents that readers see: those of the live generation. While there is none, reading throws StoreUnavailable.
   */
  collection<D extends Document>(model: ReadModel<D>): Collection<D>
  /**
   * A position that reads of these read models certainly reflect: the smallest of their checkpoints. It may be moments
   * behind the stored position, but never ahead. 0n if no projection ever ran.
   */
  position(of?: Named): Promise<bigint>
  /**
   * True as soon as reads of these read models reflect `position`. False after `timeoutMs`, or when the store closes.
   */
  waitFor(position: bigint, timeoutMs: number, of?: Named): Promise<boolean>
  /**
   * A text that changes when the person's documents change, as far as this process knows. Null if no checkpoint is
   * known.
   */
  stamp(userId: string): string | null
  /**
   * Calls `listener` after the documents have changed, in this or another process. `people`: those whose documents
   * changed, or null if unknown. Reads already reflect the change. Several changes may be one call. Returns a function
   * that removes the listener.
   */
  onMove(listener: (people: readonly string[] | null) => void): () => void

  checkpoints(): Promise<Checkpoint[]>
  /**
   * Replaces the checkpoint if it equals `before`. A null `before` creates it, and a null `after` removes it. Returns
   * false, and changes nothing, if the stored checkpoint differs from `before`.
   */
  put(before: Checkpoint | null, after: Checkpoint | null): Promise<boolean>
  /**
   * Moves checkpoints that share one position, and stores the work with them. Returns false if another process has
   * moved one of them; the work then has no effect.
   */
  move(checkpoints: readonly Checkpoint[], to: Place, work?: Work): Promise<boolean>

  /** Creates the generation's table and indexes, if they are missing. */
  make<D extends Document>(model: ReadModel<D>, generation: number): Promise<void>
  generation<D extends Document>(model: ReadModel<D>, generation: number): Generation<D>
  /** All stored generations of all read models. */
  stored(): Promise<{ readonly model: string; readonly generation: number }[]>
  drop(model: string, generation: number): Promise<void>

  close(): Promise<void>
}

/** The read models belong to another log or to a newer program. `message` says what the operator can do. */
export class OpeningRefused extends Error {
  override readonly name: string = 'OpeningRefused'
}

/**
 * The checkpoints are beyond the end of the log, or the log has another event at their position. The read models can be
 * rebuilt while the program runs.
 */
export class LogSetBack extends OpeningRefused {
  readonly code = 'log_set_back'
}

/** A document that some engine could not store unchanged. `message` names the document and the reason. */
export class InvalidDocument extends Error {
  override readonly name = 'InvalidDocument'
}
