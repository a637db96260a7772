import type { KindName, RecordOf } from './kinds.ts'

/** A value, one of several, any other one, at most this, or more than this. Null equals null. */
type Condition<V> = V | readonly V[] | { readonly not: V } | { readonly upTo: V } | { readonly after: V }
/** A filter: all conditions must hold. */
export type Where<K extends KindName> = { readonly [F in keyof RecordOf<K>]?: Condition<RecordOf<K>[F]> }

/** See Counts. `until`: the end of a window that begins with this count. */
export type CountUp = {
  readonly name: string
  readonly amount: number
  readonly max: number
  readonly until: Date
  readonly by: string | null
}

/**
 * The store of identity; the rules above it are the same for all engines. One call on one record is atomic, and durable when it
 * resolves. Several calls are not one step. Throws StoreUnavailable (libs/stores) when the store cannot be reached.
 */
export interface Records {
  /**
   * Adds a record. Answers false, and changes nothing, if its key or a unique value exists already. Of concurrent calls one
   * succeeds.
   */
  add<K extends KindName>(kind: K, record: RecordOf<K>): Promise<boolean>
  /** All that match, unordered. */
  find<K extends KindName>(kind: K, where: Where<K>): Promise<RecordOf<K>[]>
  /** The same without these fields, which may be long: they are not read. */
  findWithout<K extends KindName, F extends keyof RecordOf<K>>(
    kind: K,
    where: Where<K>,
    without: readonly F[],
  ): Promise<Omit<RecordOf<K>, F>[]>
  /** The record of this key, and its account; null if one of the two does not exist. */
  findOwned<K extends 'sessions' | 'reset_links' | 'email_links' | 'tokens'>(
    kind: K,
    tokenHash: Uint8Array,
  ): Promise<readonly [record: RecordOf<K>, user: RecordOf<'users'>] | null>
  /**
   * Compare and set: changes the record that matches these values, and answers the new record; null if none matches. Of concurrent
   * calls whose changes exclude each other one succeeds. 'taken': another record has one of the unique values.
   * @param where the key, and the values that must be unchanged
   */
  change<K extends KindName>(
    kind: K,
    where: Where<K>,
    values: Partial<RecordOf<K>>,
  ): Promise<RecordOf<K> | null | 'taken'>
  /** Stores records; each replaces one with the same key. */
  put<K extends KindName>(kind: K, records: readonly RecordOf<K>[]): Promise<void>
  /** Removes all that match; answers the number. */
  remove<K extends KindName>(kind: K, where: Where<K>): Promise<number>
  count<K extends KindName>(kind: K, where: Where<K>): Promise<number>
  /** Every record of a kind by its key, PAGE at a time. A record that changes during the reading comes in its old or new state. */
  pages<K extends KindName>(kind: K): AsyncIterable<readonly RecordOf<K>[]>
  /**
   * Counts `amount`, and the value `by`, unless the present window would exceed `max`; a new window begins if the last has ended.
   * Answers false if it would exceed.
   */
  countUp(count: CountUp, now: Date): Promise<boolean>
  /** Makes sure, as far as the engine can, that no file of the store has old values of accounts, links and imports. */
  cutOff(): Promise<void>
}

/** Records of one read or write. */
export const PAGE = 500

/** The record of a key; null if it does not exist. */
export const get = async <K extends KindName>(
  records: Pick<Records, 'find'>,
  kind: K,
  key: Where<K>,
): Promise<RecordOf<K> | null> => (await records.find(kind, key))[0] ?? null
