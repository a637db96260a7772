import type { KindName, RecordOf } from './kinds.ts'

/** A value, one of several, another one, at most this, or more than this. Null is equal to null. */
type Condition<V> = V | readonly V[] | { readonly not: V } | { readonly upTo: V } | { readonly after: V }
/** Which records: all conditions hold. */
export type Where<K extends KindName> = { readonly [F in keyof RecordOf<K>]?: Condition<RecordOf<K>[F]> }

/** See Counts. `until`: when a window ends that begins with this. */
export type CountUp = {
  readonly name: string
  readonly amount: number
  readonly max: number
  readonly until: Date
  readonly by: string | null
}

/**
 * Where identity is stored: the rules stand over it, once for all engines. What is done to one record by one call is done at once or not at all, and
 * durable when it answers; what several calls do is not one step. Throws StoreUnavailable (libs/stores) when the store cannot be reached.
 */
export interface Records {
  /** False: its key, or a unique value of it, is there already; nothing changes. Of many at once one is added. */
  add<K extends KindName>(kind: K, record: RecordOf<K>): Promise<boolean>
  /** All that match, in no order. */
  find<K extends KindName>(kind: K, where: Where<K>): Promise<RecordOf<K>[]>
  /** The record of this key and the account whose it is; null: one of them is not there. */
  findOwned<K extends 'sessions' | 'reset_links' | 'email_links' | 'tokens'>(
    kind: K,
    tokenHash: Uint8Array,
  ): Promise<readonly [record: RecordOf<K>, user: RecordOf<'users'>] | null>
  /**
   * Compare and set: gives the one record that matches these values, if one does, and answers it as it is then; null: none matches. Of many calls
   * that a change would keep from matching one goes through. 'taken': another record has a unique value of these.
   * @param where names the key, and whatever must be as it was read
   */
  change<K extends KindName>(
    kind: K,
    where: Where<K>,
    values: Partial<RecordOf<K>>,
  ): Promise<RecordOf<K> | null | 'taken'>
  /** Stores records, each in the place of one that has its key. */
  put<K extends KindName>(kind: K, records: readonly RecordOf<K>[]): Promise<void>
  /** Removes all that match; answers how many. */
  remove<K extends KindName>(kind: K, where: Where<K>): Promise<number>
  count<K extends KindName>(kind: K, where: Where<K>): Promise<number>
  /** Every record of a kind by its key, PAGE at a time. One that is changed meanwhile comes as it was or as it is. */
  pages<K extends KindName>(kind: K): AsyncIterable<readonly RecordOf<K>[]>
  /** Counts so much more, and the value `by`, unless it comes to more than `max` in the window that runs, or begins a window. False: it does. */
  countUp(count: CountUp, now: Date): Promise<boolean>
  /** No file of the store has what accounts, links and imports were before they were changed, so far as the engine can do that. */
  cutOff(): Promise<void>
}

/** Records that are read, or written, at once. */
export const PAGE = 500

/** The record of a key; null: it is not there. */
export const get = async <K extends KindName>(
  records: Pick<Records, 'find'>,
  kind: K,
  key: Where<K>,
): Promise<RecordOf<K> | null> => (await records.find(kind, key))[0] ?? null
