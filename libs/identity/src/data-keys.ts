import type { AccountFields } from './account-fields.ts'

/**
 * The users' data keys. Each is wrapped by the key of an epoch. That key is in a file beside the stores (EpochKeys). Throws
 * StoreUnavailable (libs/stores) when the store cannot be reached, and EpochKeyMissing.
 */
export interface DataKeys {
  /** The 32-byte key that seals the user's personal data; null if the account is closed or never existed. */
  keyOf(userId: string): Promise<Uint8Array | null>
  /**
   * A new key for a new user, in the form to store with the account. Store it at once, because its epoch may end within SETTLE_MS.
   */
  newKey(userId: string): Promise<Uint8Array>
  /** Destroys the user's key: after a day at most (RENEWED_EVERY_MS) no copy of their personal data can be opened. */
  destroy(userId: string): Promise<void>
  /**
   * The number of people whose key is wrapped by an epoch's key that is missing here, so that their words cannot be read. It reads
   * all people.
   */
  lost(): Promise<number>
  /** Seals the personal fields of accounts, and makes their hashes. */
  readonly fields: AccountFields
  /**
   * Starts a new epoch, wraps all keys again with its key, and destroys the keys of earlier epochs. The next call repairs what a
   * killed call left. Answers false if another process renews at the moment.
   * @param settleMs how long other processes may take, in milliseconds, to store a key that they wrapped before they knew of the
   * new epoch
   */
  renew(options?: { readonly settleMs?: number; readonly signal?: AbortSignal }): Promise<boolean>
  /** Does what `renew` does, but only if the epoch is RENEWED_EVERY_MS old, or a renewal is unfinished. */
  renewWhenDue(options?: { readonly settleMs?: number; readonly signal?: AbortSignal }): Promise<boolean>
}

/** The length of an epoch, in milliseconds: 12 hours, so that an epoch ends within 24 hours even if one renewal fails. */
export const RENEWED_EVERY_MS = 12 * 60 * 60 * 1000
/** How long `renew` waits by default for other processes to store the keys that they wrapped, in milliseconds. They need far less. */
export const SETTLE_MS = 60_000

/** The key of an epoch is not in the folder, so keys that it wraps cannot be opened. */
export class EpochKeyMissing extends Error {
  readonly code = 'epoch_key_missing'

  constructor(id: string, folder: string) {
    super(
      `The accounts here are of the epoch ${id}, and its key is not in ${folder}: every process needs the same folder (EPOCH_KEYS), and ` +
        'a copy of the database needs the folder as it was at that moment',
    )
  }
}
