import type { EventPlace } from '@pathlight/event-log/event-log.ts'

/** JSON. A field that is undefined is absent. What the engines would not all keep is refused: see document-rules.ts. */
export type Document = Readonly<Record<string, unknown>>

/**
 * In a list of an index: the document's id. Where documents are found by equality alone and come in the order of their ids, it
 * is the last. Where they are found by ranges, too, it stands before the fields of the ranges: else MongoDB's index does not
 * have that order (it also ends in the id where none is named). PostgreSQL then leaves it out, and sorts what matches.
 */
export const DOCUMENT_ID = '_id'

/** What readers name a read model by, and what is kept for it; every projection is one. */
export type ReadModel<D extends Document> = {
  /** lower_snake_case, at most 40 characters. */
  readonly name: string
  /** Lists of top-level fields (and DOCUMENT_ID) that `find` filters and sorts by, in that order. They hold short values: 2 KB at most. */
  readonly indexes?: readonly (readonly string[])[]
  /** Top-level fields with what people wrote: kept under their key (sealed-read-models.ts), never found by. */
  readonly personal?: readonly string[]
  /** Only its type is looked at: what the documents are. */
  evolve?(doc: D | null, event: never, id: string): D | null
}

/**
 * Equality, a list of alternatives, or a range, for fields that hold one string, number, boolean or null; an absent field equals
 * null. A range only meets values of its own type. Strings compare by code point (in a PostgreSQL database made with another
 * collation, by that one).
 */
export type Condition = Scalar | { readonly in: readonly (string | number)[] } | Range
export type Scalar = string | number | boolean | null
export type Range = { readonly [operator in 'gt' | 'gte' | 'lt' | 'lte']?: string | number }
/** Every field must hold. Field names are top-level, letters, digits and underscore. */
export type Where<D> = { readonly [K in keyof D & string]?: Condition }

export type FindOptions<D> = {
  readonly where?: Where<D>
  readonly sort?: readonly (readonly [keyof D & string, 'asc' | 'desc'])[]
  readonly limit?: number
  /** Only documents whose own id (not a field) is greater. Without `sort` they come in the order of their ids, so it goes on where a slice ended. */
  readonly after?: string
}

/** `most`: a whole number from 1. `sort`: as `find` has it, so that the index is looked through that pages are read from. */
export type CountBounds<D> = { readonly most: number } & Pick<FindOptions<D>, 'sort'>

/** The documents of a read model as readers see them; a removed one is not there. */
export interface Collection<D extends Document> {
  get(id: string): Promise<D | null>
  /** Ties are broken by id, in the direction of the last sort field. `limit` ≥ 0. */
  find(options?: FindOptions<D>): Promise<D[]>
  /** How many there are, or `bounds.most` where there are more: it stops looking there, so that counting a long list costs little. */
  count(where?: Where<D>, bounds?: CountBounds<D>): Promise<number>
  /** The different strings that a field holds, in no order. Without an index it looks through everything: not for what people wait for. */
  distinct(field: keyof D & string, where?: Where<D>): Promise<string[]>
}

/** A document with the log position of the last event applied to it; `doc: null`: that event removed it. */
export type Held<D extends Document = Document> = { readonly doc: D | null; readonly at: bigint }

/** The documents of one generation as the machine sees them. */
export interface Generation<D extends Document> extends Collection<D> {
  /** What is stored under these ids. A removed document is absent, or here with `doc: null` where the engine remembers it. */
  load(ids: readonly string[]): Promise<Map<string, Held<D>>>
  /** The documents there are, in the order of their ids, from the one after `after` on. */
  page(after: string, limit: number): Promise<(Held<D> & { readonly id: string })[]>
}

/** What a projection wants stored in a generation of its read model: `doc: null` removes the document. */
export type Change = {
  readonly model: string
  readonly generation: number
  readonly id: string
  readonly doc: Document | null
  readonly at: bigint
  /**
   * It was not there when it was looked. A hint by which an engine may ask less of its server: where one is there after all, the
   * newer one stays, as ever.
   */
  readonly isNew?: boolean
}
/** A person whose documents are removed from these generations, by `user_id`. */
export type Forgotten = {
  readonly userId: string
  readonly at: bigint
  readonly models: readonly { readonly model: string; readonly generation: number }[]
}

/** What is stored with the moving of checkpoints. At most one change a document, each a document that checkDocument lets through. */
export type Work = {
  readonly changes: readonly Change[]
  readonly forgotten: Forgotten | null
  /** Whose documents these are; null: it cannot be said. */
  readonly people: readonly string[] | null
}
export const NO_WORK: Work = { changes: [], forgotten: null, people: [] }

/** A place in the log. */
export type Place = {
  readonly position: bigint
  /**
   * The last event there or before it: what else stands at its place tells that the log was set back. Null: there is none yet, or a
   * program that did not keep it moved the checkpoint last.
   */
  readonly last: EventPlace | null
}

/** How far a generation of a read model has come: everything up to this place is in its documents. */
export type Checkpoint = Place & {
  /** The read model's; with generation 0, that of something else that follows the log (a reaction). */
  readonly name: string
  readonly generation: number
  /** Of the definition by which the generation is made. */
  readonly version: number
  /** Readers see, of each read model, the highest generation that is live. One that is not yet is being built. */
  readonly live: boolean
  /** Identity of the log that `position` is one of. */
  readonly log: string
}

/** Of each read model, the checkpoint of what readers see. */
export const whatIsRead = (checkpoints: readonly Checkpoint[]): Map<string, Checkpoint> => {
  const ascending = checkpoints.filter(({ live }) => live).toSorted((a, b) => a.generation - b.generation)
  return new Map(ascending.map((one) => [one.name, one]))
}

/** Read models by their names; undefined: all that are read. */
export type Named = readonly { readonly name: string }[] | undefined

/**
 * Where read models live, each generation in a table (collection) of its own. After a crash at any moment a replay from the
 * checkpoint gives the same documents, because an event is only applied to a document that is older than it.
 * All throw StoreUnavailable (libs/stores) when the store cannot be reached.
 */
export interface ReadModelStore {
  /** What readers see: the live generation, whichever that is by now. While there is none, reading throws StoreUnavailable. */
  collection<D extends Document>(model: ReadModel<D>): Collection<D>
  /**
   * Position that reads of these read models reflect at least: the smallest of their checkpoints. It may lag the stored one by
   * moments, never lead it. 0n when nothing ever ran.
   */
  position(of?: Named): Promise<bigint>
  /** True as soon as reads of these read models reflect `position`; false after `timeoutMs`, or when the store closes. */
  waitFor(position: bigint, timeoutMs: number, of?: Named): Promise<boolean>
  /**
   * The same for as long as nothing of this person's has changed in what is read, as far as `position` knows; null: the
   * store cannot say.
   */
  stamp(userId: string): string | null
  /**
   * Calls `listener` each time that what is read has moved on, in this or another process. It gets the people whose
   * documents changed (null: the store cannot say). Reads reflect the change by then. Moves may be told together.
   * Returns how to stop it.
   */
  onMove(listener: (people: readonly string[] | null) => void): () => void

  checkpoints(): Promise<Checkpoint[]>
  /**
   * Replaces a checkpoint that is where `before` has it; `before` null makes it, `after` null removes it. false: it is
   * elsewhere by now, and nothing was done.
   */
  put(before: Checkpoint | null, after: Checkpoint | null): Promise<boolean>
  /**
   * Moves checkpoints that stand at one position, and stores the work with them. false: one of them is elsewhere by now,
   * and nothing counts.
   */
  move(checkpoints: readonly Checkpoint[], to: Place, work?: Work): Promise<boolean>

  /** Makes the generation's table and indexes, unless they are there. */
  make<D extends Document>(model: ReadModel<D>, generation: number): Promise<void>
  generation<D extends Document>(model: ReadModel<D>, generation: number): Generation<D>
  /** Every generation that takes up room, of whatever read model. */
  stored(): Promise<{ readonly model: string; readonly generation: number }[]>
  drop(model: string, generation: number): Promise<void>

  close(): Promise<void>
}

/** The read models are those of another log or of a newer program; `message` says what to do. */
export class OpeningRefused extends Error {
  override readonly name: string = 'OpeningRefused'
}

/** The checkpoints are beyond the end of the log, or another event stands at them. They and what they count may be made anew, while the program runs, too. */
export class LogSetBack extends OpeningRefused {
  readonly code = 'log_set_back'
}

/** A document that not every engine could keep as it is; `message` says which and why. */
export class InvalidDocument extends Error {
  override readonly name = 'InvalidDocument'
}
