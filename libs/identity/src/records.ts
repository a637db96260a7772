import type { KindName, RecordOf } from './kinds.ts'

/**
 * A condition: equal to a value, equal to one of several, unequal (`not`), at most (`upTo`), or more than (`after`).
 * Null equals null.
 */
type Condition<V> = V | readonly V[] | { readonly not: V } | { readonly upTo: V } | { readonly after: V }
/** A filter: all conditions must hold. */
export type Where<K extends KindName> = { readonly [F in keyof RecordOf<K>]?: Condition<RecordOf<K>[F]> }

/** The arguments of `countUp`; see Count (counts.ts). `until`: the end of the window, if this count begins one. */
export type CountUp = {
  readonly name: string
  readonly amount: number
  readonly max: number
  readonly until: Date
  readonly by: string | null
}

/**
 * The store of the identity data, for any engine. A call on one record is atomic, and durable when it resolves; several
 * calls are not one step. Throws StoreUnavailable (libs/stores) if the store cannot be reached.
 */
export interface Records {
  /**
   * Adds a record. Returns false, and changes nothing, if its key or a unique value exists already. Of concurrent calls
   * one succeeds.
   */
  add<K extends KindName>(kind: K, record: RecordOf<K>): Promise<boolean>
  /** All records that match, in no particular order. */
  find<K extends KindName>(kind: K, where: Where<K>): Promise<RecordOf<K>[]>
  /** The same as `find`, but without these fields, which may be long. */
  findWithout<K extends KindName, F extends keyof RecordOf<K>>(
    kind: K,
    where: Where<K>,
    without: readonly F[],
  ): Promise<Omit<RecordOf<K>, F>[]>
  /** The record with this token hash, and its account. Null if the record or the account does not exist. */
  findOwned<K extends 'sessions' | 'reset_links' | 'email_links' | 'tokens'>(
    kind: K,
    tokenHash: Uint8Array,
  ): Promise<readonly [record: RecordOf<K>, user: RecordOf<'users'>] | null>
  /**
   * Compare and set: changes the record that matches `where`, and returns the new record. Null: no record matches.
   * 'taken': another record has one of the unique values.
   * @param where the key, and the values that must be unchanged
   */
  change<K extends KindName>(
    kind: K,
    where: Where<K>,
    values: Partial<RecordOf<K>>,
  ): Promise<RecordOf<K> | null | 'taken'>
  /** Stores records. Each replaces the record with the same key. */
  put<K extends KindName>(kind: K, records: readonly RecordOf<K>[]): Promise<void>
  /** Removes all records that match, and returns their number. */
  remove<K extends KindName>(kind: K, where: Where<K>): Promise<number>
  count<K extends KindName>(kind: K, where: Where<K>): Promise<number>
  /**
   * All records of a kind in the order of their keys, PAGE at a time. A record that changes during the reading comes in
   * its old or its new state.
   */
  pages<K extends KindName>(kind: K): AsyncIterable<readonly RecordOf<K>[]>
  /**
   * Adds `amount` to the count, and `by` to its values. Returns false, and changes nothing, if the count of the present
   * window would exceed `max`. If the last window has ended, a new one begins.
   */
  countUp(count: CountUp, now: Date): Promise<boolean>
  /**
   * Rewrites the store's files, as far as the engine can, so that none has old values of accounts, links and imports.
   */
  cutOff(): Promise<void>
}

/** The number of records in a page of `pages`, and the most that an engine writes in one step of `put`. */
export const PAGE = 500

/** A record that matches `key`. Null if none does. */
export const get = async <K extends KindName>(
  records: Pick<Records, 'find'>,
  kind: K,
  key: Where<K>,
): Promise<RecordOf<K> | null> => (await records.find(kind, key))[0] ?? null
