import type { AccountFields } from './account-fields.ts'

/**
 * The users' data keys. Each is wrapped by the key of an epoch. That key is in a file beside the stores (EpochKeys).
 * Throws StoreUnavailable (libs/stores) if the store cannot be reached, and EpochKeyMissing if the epoch's key is not
 * in its folder.
 */
export interface DataKeys {
  /** The 32-byte key that seals the user's personal data. Null if the key is destroyed or the account never existed. */
  keyOf(userId: string): Promise<Uint8Array | null>
  /**
   * A new key for a new user, in the form to store with the account. The caller must store it at once, because its
   * epoch may end within SETTLE_MS.
   */
  newKey(userId: string): Promise<Uint8Array>
  /**
   * Destroys the user's key. After a day at most (RENEWED_EVERY_MS), no copy of the database opens the user's personal
   * data. An archive from before still opens it.
   */
  destroy(userId: string): Promise<void>
  /**
   * The number of people whose data cannot be opened, because this process lacks the epoch's key. Reads all accounts.
   */
  lost(): Promise<number>
  /** Seals the personal fields of accounts, and makes their hashes. */
  readonly fields: AccountFields
  /**
   * Starts a new epoch, wraps all data keys again with its key, and destroys the keys of earlier epochs. If a call is
   * killed, the next call completes its work. Returns false if another process renews at the moment.
   * @param settleMs the time in milliseconds for other processes to store keys that they wrapped before they knew of
   * the new epoch
   */
  renew(options?: { readonly settleMs?: number; readonly signal?: AbortSignal }): Promise<boolean>
  /** Like `renew`, but only if the epoch is RENEWED_EVERY_MS old, or a renewal is unfinished. */
  renewWhenDue(options?: { readonly settleMs?: number; readonly signal?: AbortSignal }): Promise<boolean>
}

/** The length of an epoch in milliseconds: 12 hours. So an epoch ends within 24 hours even if one renewal fails. */
export const RENEWED_EVERY_MS = 12 * 60 * 60 * 1000
/**
 * The default wait of `renew` for other processes to store the keys that they wrapped, in milliseconds. They need far
 * less.
 */
export const SETTLE_MS = 60_000

/** The folder lacks the key of an epoch, so the data keys that it wraps cannot be opened. */
export class EpochKeyMissing extends Error {
  readonly code = 'epoch_key_missing'

  /** Whether the epoch is over. If so, no process has its key, and the data keys that it wraps are lost for good. */
  readonly isOver: boolean

  constructor(id: string, folder: string, { isOver = false } = {}) {
    super(
      `The accounts here are of the epoch ${id}, and its key is not in ${folder}: every process needs the same folder (EPOCH_KEYS), and ` +
        'a copy of the database needs the folder as it was at that moment',
    )
    this.isOver = isOver
  }
}
