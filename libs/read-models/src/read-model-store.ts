import type { EventPlace } from '@pathlight/event-log/event-log.ts'

/** A document: a JSON object. A field that is undefined is absent. document-rules.ts has the rules. */
export type Document = Readonly<Record<string, unknown>>

/**
 * Stands for the document's id in the fields of an index. Put it before fields that only filter, such as the ends of a
 * range, so that MongoDB reads documents in the order of their ids. An index on MongoDB always has the id: at this
 * place or at the end. An index on PostgreSQL has the id only if it is the last field. Otherwise PostgreSQL sorts the
 * matches.
 */
export const DOCUMENT_ID = '_id'

/** The name, indexes and personal fields of a read model, for readers. Every projection is a read model. */
export type ReadModel<D extends Document> = {
  /** The name in lower_snake_case, at most 41 characters (48 with the suffix `_parked`). */
  readonly name: string
  /**
   * The indexes. Each is an ordered list of top-level fields (or DOCUMENT_ID) by which `find` filters and sorts. A
   * document's id and its strings in the fields of one index may have 2,500 bytes together.
   */
  readonly indexes?: readonly (readonly string[])[]
  /**
   * Top-level fields with a person's words. They are sealed under the person's key (sealed-read-models.ts) and cannot
   * be searched.
   */
  readonly personal?: readonly string[]
  /** Readers never call this function. Only its type is used, as the type of the documents. */
  evolve?(doc: D | null, event: never, id: string): D | null
}

/**
 * A condition on the field of a document: a value that the field must equal, a list of alternatives (`in`), or a range.
 * An absent field equals null. A range matches only values of the type of its bounds. Strings compare by code point (on
 * PostgreSQL by the database's collation).
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
   * Only documents whose own id is greater are found. Without `sort` documents come in the order of their ids, so
   * `after` gives the next slice.
   */
  readonly after?: string
}

/**
 * `most`: where the count stops, a whole number from 1. `sort`: the same as in `find`, so that the count uses the same
 * index.
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
  /**
   * The number of matching documents, at most `bounds.most`. The count stops there, so that a long list costs little.
   */
  count(where?: Where<D>, bounds?: CountBounds<D>): Promise<number>
  /**
   * The distinct strings in a field, in no order. Without an index the whole collection is read, so a person's request
   * may use this method only with an index.
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
  /**
   * The first `limit` documents with ids after `after`, in the order of their ids. Removed documents are not among
   * them.
   */
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
   * Whether the projection's last read did not find the document. This hint saves the engine work. If the store has the
   * document nevertheless, the document with the greater position wins.
   */
  readonly isNew?: boolean
}
/** A person whose documents are removed from these generations. The documents are found by their field `user_id`. */
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

/** How far a reader of the log has come. */
export type Place = {
  readonly position: bigint
  /**
   * The last event at or before this position. If the log has another event in its place, the log was set back. Null if
   * there is no event yet, or a program of an older version moved the checkpoint.
   */
  readonly last: EventPlace | null
}

/** How far a generation of a read model has come: its documents have all events up to this position. */
export type Checkpoint = Place & {
  /** The name of the read model. With generation 0, the name of a follower of the log (checkpoints.ts). */
  readonly name: string
  readonly generation: number
  /** The version of the definition that built the generation. */
  readonly version: number
  /**
   * Whether readers may see the generation. Of a read model's live generations, they see the one with the greatest
   * number. A generation that is not live is being built.
   */
  readonly live: boolean
  /** The identity of the log to which `position` belongs. */
  readonly log: string
}

/** The checkpoints of the generations that readers see, by read model. */
export const whatIsRead = (checkpoints: readonly Checkpoint[]): Map<string, Checkpoint> => {
  const ascending = checkpoints.filter(({ live }) => live).toSorted((a, b) => a.generation - b.generation)
  return new Map(ascending.map((one) => [one.name, one]))
}

/** Some read models, by name. Undefined: all read models that have a live generation. */
export type Named = readonly { readonly name: string }[] | undefined

/**
 * The store of read models, with a table (collection) for each generation. After a crash at any moment, a replay from
 * the checkpoint gives the same documents, because an event is applied only to documents whose position is smaller.
 * Calls that must ask the store throw StoreUnavailable (libs/stores) if it cannot be reached.
 */
export interface ReadModelStore {
  /**
   * The documents that readers see: those of the live generation. While there is none, reading throws StoreUnavailable.
   */
  collection<D extends Document>(model: ReadModel<D>): Collection<D>
  /**
   * A position that reads of these read models certainly reflect: the smallest position of their checkpoints, as this
   * process knows them. So it may be moments behind the stored checkpoints, but is never ahead of them. 0n if no
   * projection ever ran.
   */
  position(of?: Named): Promise<bigint>
  /**
   * Resolves with true as soon as reads of these read models reflect `position`. Resolves with false after `timeoutMs`,
   * or when the store closes.
   */
  waitFor(position: bigint, timeoutMs: number, of?: Named): Promise<boolean>
  /**
   * A text that changes when this process learns that the person's documents may have changed. Null if no checkpoint is
   * known.
   */
  stamp(userId: string): string | null
  /**
   * Calls `listener` after this or another process has changed documents. Reads already reflect the change by then.
   * `people`: the people whose documents changed, or null if unknown. Several changes may cause one call. Returns a
   * function that removes the listener.
   */
  onMove(listener: (people: readonly string[] | null) => void): () => void

  checkpoints(): Promise<Checkpoint[]>
  /**
   * Replaces the checkpoint `before` by `after`, if the stored checkpoint of that generation still has the position of
   * `before`. A null `before` creates the checkpoint, and a null `after` removes it. Returns false, and changes
   * nothing, if the stored position differs or the checkpoint to create exists.
   */
  put(before: Checkpoint | null, after: Checkpoint | null): Promise<boolean>
  /**
   * Moves checkpoints that are at the same position, and stores the work with them. Returns false if another process
   * has moved one of them. Then the work has no effect.
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
 * The checkpoints are beyond the end of the log, or the log does not have their last event in its place. The read
 * models can be rebuilt while the program runs.
 */
export class LogSetBack extends OpeningRefused {
  readonly code = 'log_set_back'
}

/** A document that some engine could not store unchanged. `message` names the document and the reason. */
export class InvalidDocument extends Error {
  override readonly name = 'InvalidDocument'
}
