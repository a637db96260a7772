/**
 * The users' data keys, wrapped by the master key. Without the master key a process can look up accounts and sessions, but
 * cannot open any person's texts. Throws StoreUnavailable (libs/stores) when the store cannot be reached.
 */
export interface DataKeys {
  /** The 32-byte key that seals the user's personal data; null when the account is closed or never was. */
  keyOf(userId: string): Promise<Uint8Array | null>
  /** A new key for a new user, as it is to be stored with the account. */
  newKey(userId: string): Uint8Array
  /** Destroys the user's key for good: nothing personal of theirs can be read again. */
  destroy(userId: string): Promise<void>
}
