import type { AccountFields } from './account-fields.ts'

/**
 * The users' data keys. Each is wrapped by the key of the epoch, which is in a file beside the stores (EpochKeys). Throws
 * StoreUnavailable (libs/stores) when the store cannot be reached, and EpochKeyMissing.
 */
export interface DataKeys {
  /** The 32-byte key that seals the user's personal data; null when the account is closed or never was. */
  keyOf(userId: string): Promise<Uint8Array | null>
  /** A new key for a new user, as it is to be stored with the account: at once, because its epoch may end within SETTLE_MS. */
  newKey(userId: string): Promise<Uint8Array>
  /** Destroys the user's key: within a day (RENEWED_EVERY_MS) nothing personal of theirs can be read again, from whatever copy. */
  destroy(userId: string): Promise<void>
  /** Of how many people the key is wrapped by that of an epoch whose file is not here: what they wrote cannot be read. It looks at all. */
  lost(): Promise<number>
  /** Seals the personal fields of accounts, and makes the hashes by which these are found. */
  readonly fields: AccountFields
  /**
   * Makes the next epoch's key, wraps the keys of all who live anew, and destroys the keys of the epochs before. What was killed on its way
   * is repaired by the next call. False: another process does so now.
   * @param settleMs how long other processes may take, in milliseconds, to store a key that they wrapped before they knew of the new epoch
   */
  renew(options?: { readonly settleMs?: number; readonly signal?: AbortSignal }): Promise<boolean>
  /** The same where the epoch is RENEWED_EVERY_MS old, or a renewal was not finished. */
  renewWhenDue(options?: { readonly settleMs?: number; readonly signal?: AbortSignal }): Promise<boolean>
}

/** An epoch lasts so long, in milliseconds: 12 hours, so that also a renewal that failed once ends within 24 hours. */
export const RENEWED_EVERY_MS = 12 * 60 * 60 * 1000
/** A minute: a key is stored milliseconds after it was wrapped. */
export const SETTLE_MS = 60_000

/** The key of an epoch is not in the folder, so what it wraps cannot be opened. */
export class EpochKeyMissing extends Error {
  readonly code = 'epoch_key_missing'

  constructor(id: string, folder: string) {
    super(
      `The accounts here are of the epoch ${id}, and its key is not in ${folder}: every process needs the same folder (EPOCH_KEYS), and ` +
        'a copy of the database needs the folder as it was at that moment',
    )
  }
}
