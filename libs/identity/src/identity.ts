/** A person's account as the rest of the system may know it. */
export type User = {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly language: 'en' | 'ko'
  readonly createdAt: string
  /** Counts the passwords the account had before this one, from 0. */
  readonly passwordGeneration: number
}

/** A signed-in device. `id` names the session in events (deviceId) and lists; it is not the secret. */
export type Session = {
  readonly id: string
  readonly userId: string
  readonly username: string
  readonly email: string
  readonly createdAt: string
  readonly expiresAt: string
}

/** What may stand in the way of a new account. */
export type Taken = readonly ('email' | 'username')[]

/** Remember Me: how long the session lives, in milliseconds (30 days). */
export const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000
/** Without Remember Me: ends with the browser, or after this long without a request (12 hours). */
export const IDLE_MS = 12 * 60 * 60 * 1000
/** A reset link works this long (10 minutes). */
export const RESET_MS = 10 * 60 * 1000

/**
 * Accounts, sessions, reset tokens and the users' data keys. Emails are unique without regard to case, usernames too.
 * Passwords come in plain and are hashed inside (argon2id); tokens go out once and only their SHA-256 is stored.
 *
 * Throws StoreUnavailable (libs/stores) when the store cannot be reached.
 */
export interface Identity {
  /** Stores the account and its data key in one step, or says what is taken (all of it). Races: one wins. */
  createUser(user: {
    id: string
    username: string
    email: string
    password: string
    language: 'en' | 'ko'
  }): Promise<User | { readonly taken: Taken }>
  findUser(id: string): Promise<User | null>
  findUserByEmail(email: string): Promise<User | null>
  /** The user if the password is theirs. Takes as long for an unknown email as for a wrong password. */
  verifyPassword(email: string, password: string): Promise<User | null>

  /**
   * For a user as createUser or verifyPassword gave them: null when they have another password by now, or are gone.
   * Whenever a new password is set, a session that was started on an older one has ended, however the two meet.
   * `token` is the cookie's value: 256 random bits, base64url.
   */
  startSession(
    user: Pick<User, 'id' | 'passwordGeneration'>,
    options: { remember: boolean; userAgent: string | null },
  ): Promise<{ token: string; session: Session } | null>
  /** Null when unknown, ended or expired. Slides the idle limit (written at most once a minute). */
  findSession(token: string): Promise<Session | null>
  endSession(token: string): Promise<void>

  /** A single-use token for a new password, or null when nobody has that email. An older token of the user stops working. */
  startPasswordReset(email: string): Promise<{ token: string; user: User } | null>
  /** Sets the password and ends every session, if the token is good; false otherwise. Two at once: one wins. */
  finishPasswordReset(token: string, newPassword: string): Promise<boolean>

  /** The 32-byte key that seals the user's personal data; null when the account is closed or never was. */
  dataKey(userId: string): Promise<Uint8Array | null>

  /** Deletes expired sessions and tokens; answers how many. */
  sweep(): Promise<number>
  close(): Promise<void>
}
