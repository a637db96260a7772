import type { EventPlace } from '@pathlight/event-log/event-log.ts'

/** JSON. Undefined fields are absent. See document-rules.ts for what is refused. */
export type Document = Readonly<Record<string, unknown>>

/**
 * The document's id in an index. If documents are found by equality alone and come in the order of their ids, it is the last
 * field. If documents are found by ranges, too, it comes before the fields of the ranges, because otherwise MongoDB's index lacks
 * the order of ids. PostgreSQL then leaves it out, and sorts the matches. An index of MongoDB that does not name it ends in it.
 */
export const DOCUMENT_ID = '_id'

/** The name of a read model for readers, and its stored form; every projection is one. */
export type ReadModel<D extends Document> = {
  /** lower_snake_case, at most 40 characters. */
  readonly name: string
  /**
   * Lists of top-level fields (and DOCUMENT_ID) by which `find` filters and sorts, in that order. Their values are short: 2 KB at
   * most.
   */
  readonly indexes?: readonly (readonly string[])[]
  /** Top-level fields that people wrote: sealed under their key (sealed-read-models.ts), never searched. */
  readonly personal?: readonly string[]
  /** Only its type is used: that of the documents. */
  evolve?(doc: D | null, event: never, id: string): D | null
}

/**
 * Equality, a list of alternatives, or a range, for fields with one string, number, boolean or null; an absent field equals null. A
 * range matches only values of its own type. Strings compare by code point (in a PostgreSQL database with another collation, by
 * that one).
 */
export type Condition = Scalar | { readonly in: readonly (string | number)[] } | Range
export type Scalar = string | number | boolean | null
export type Range = { readonly [operator in 'gt' | 'gte' | 'lt' | 'lte']?: string | number }
/** All conditions must hold. Field names are top-level: letters, digits and underscore. */
export type Where<D> = { readonly [K in keyof D & string]?: Condition }

export type FindOptions<D> = {
  readonly where?: Where<D>
  readonly sort?: readonly (readonly [keyof D & string, 'asc' | 'desc'])[]
  readonly limit?: number
  /**
   * Only documents whose own id (not a field) is greater. Without `sort` they come in the order of their ids, so this continues a
   * slice.
   */
  readonly after?: string
}

/** `most`: a whole number from 1. `sort`: as in `find`, so that the count uses the index of the pages. */
export type CountBounds<D> = { readonly most: number } & Pick<FindOptions<D>, 'sort'>

/** The documents of a read model as readers see them, without removed ones. */
export interface Collection<D extends Document> {
  get(id: string): Promise<D | null>
  /** Ties are ordered by id, in the direction of the last sort field. `limit` ≥ 0. */
  find(options?: FindOptions<D>): Promise<D[]>
  /** The number of documents, or `bounds.most` if there are more: the count stops there, so that a long list costs little. */
  count(where?: Where<D>, bounds?: CountBounds<D>): Promise<number>
  /**
   * The distinct strings in a field, unordered. Without an index it scans everything, so it is not for calls for which people wait.
   */
  distinct(field: keyof D & string, where?: Where<D>): Promise<string[]>
}

/** A document with the log position of the last event applied to it; `doc: null`: that event removed it. */
export type Held<D extends Document = Document> = { readonly doc: D | null; readonly at: bigint }

/** The documents of one generation, for projections. */
export interface Generation<D extends Document> extends Collection<D> {
  /** The stored documents of these ids. A removed one is absent, or has `doc: null` if the engine remembers it. */
  load(ids: readonly string[]): Promise<Map<string, Held<D>>>
  /** Existing documents, in the order of their ids, after `after`. */
  page(after: string, limit: number): Promise<(Held<D> & { readonly id: string })[]>
}

/** A change to a generation of a read model: `doc: null` removes the document. */
export type Change = {
  readonly model: string
  readonly generation: number
  readonly id: string
  readonly doc: Document | null
  readonly at: bigint
  /**
   * The document did not exist at the last read. A hint that may save the engine work: if one exists after all, the newer one still
   * wins.
   */
  readonly isNew?: boolean
}
/** A person whose documents are removed from these generations, by `user_id`. */
export type Forgotten = {
  readonly userId: string
  readonly at: bigint
  readonly models: readonly { readonly model: string; readonly generation: number }[]
}

/** The writes of one commit, beside the checkpoints. Each document has at most one change, and has passed checkDocument. */
export type Work = {
  readonly changes: readonly Change[]
  readonly forgotten: Forgotten | null
  /** The owners of the documents; null if they are unknown. */
  readonly people: readonly string[] | null
}
export const NO_WORK: Work = { changes: [], forgotten: null, people: [] }

/** A place in the log. */
export type Place = {
  readonly position: bigint
  /**
   * The last event at or before this position: if another event is at its place, the log was set back. Null if there is no event
   * yet, or an older program moved the checkpoint last.
   */
  readonly last: EventPlace | null
}

/** The progress of a generation of a read model: its documents include everything up to this place. */
export type Checkpoint = Place & {
  /** The read model's name; with generation 0, that of another follower of the log (a reaction). */
  readonly name: string
  readonly generation: number
  /** The version of the definition that builds the generation. */
  readonly version: number
  /** Readers see the highest live generation of a read model. One that is not live is being built. */
  readonly live: boolean
  /** The identity of the log that `position` belongs to. */
  readonly log: string
}

/** The checkpoint of each read model's visible generation. */
export const whatIsRead = (checkpoints: readonly Checkpoint[]): Map<string, Checkpoint> => {
  const ascending = checkpoints.filter(({ live }) => live).toSorted((a, b) => a.generation - b.generation)
  return new Map(ascending.map((one) => [one.name, one]))
}

/** Read models by name; undefined: all that are read. */
export type Named = readonly { readonly name: string }[] | undefined

/**
 * The store of read models, with a table (collection) for each generation. After a crash at any moment a replay from the checkpoint
 * gives the same documents, because a document takes only newer events. All calls throw StoreUnavailable (libs/stores) when the
 * store cannot be reached.
 */
export interface ReadModelStore {
  /** The visible documents: always those of the present live generation. While there is none, reading throws StoreUnavailable. */
  collection<D extends Document>(model: ReadModel<D>): Collection<D>
  /**
   * A position that reads of these read models certainly reflect: the smallest of their checkpoints. It may lag the stored
   * position by moments, but never lead it. 0n if nothing ever ran.
   */
  position(of?: Named): Promise<bigint>
  /** True when reads of these read models reflect `position`; false after `timeoutMs`, or when the store closes. */
  waitFor(position: bigint, timeoutMs: number, of?: Named): Promise<boolean>
  /** A stamp that changes when the person's documents change, as far as `position` knows; null if that is unknown. */
  stamp(userId: string): string | null
  /**
   * Calls `listener` each time the visible documents have moved on, in this or another process, with the people whose documents
   * changed; null if they are unknown. At the call, reads reflect the change already. Several moves may be one call. Returns a
   * function that stops it.
   */
  onMove(listener: (people: readonly string[] | null) => void): () => void

  checkpoints(): Promise<Checkpoint[]>
  /**
   * Replaces a checkpoint that equals `before`; `before` null creates it, `after` null removes it. Answers false if the stored one
   * differs from `before`. Then nothing was done.
   */
  put(before: Checkpoint | null, after: Checkpoint | null): Promise<boolean>
  /**
   * Moves checkpoints that share one position, and stores the work with them. Answers false if one of them has moved. Then the
   * work does not count.
   */
  move(checkpoints: readonly Checkpoint[], to: Place, work?: Work): Promise<boolean>

  /** Makes the generation's table and indexes, if they are missing. */
  make<D extends Document>(model: ReadModel<D>, generation: number): Promise<void>
  generation<D extends Document>(model: ReadModel<D>, generation: number): Generation<D>
  /** All stored generations of all read models. */
  stored(): Promise<{ readonly model: string; readonly generation: number }[]>
  drop(model: string, generation: number): Promise<void>

  close(): Promise<void>
}

/** The read models belong to another log or a newer program; `message` says what to do. */
export class OpeningRefused extends Error {
  override readonly name: string = 'OpeningRefused'
}

/**
 * The checkpoints are beyond the end of the log, or have another event at their place. The read models can be rebuilt while the
 * program runs.
 */
export class LogSetBack extends OpeningRefused {
  readonly code = 'log_set_back'
}

/** A document that some engine could not keep unchanged; `message` says which and why. */
export class InvalidDocument extends Error {
  override readonly name = 'InvalidDocument'
}
