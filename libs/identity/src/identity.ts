import type { Device } from './device.ts'

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

/** Somebody signed in on a device. `id` is not the secret. */
export type Session = {
  readonly id: string
  /** Outlives the session: see Device. */
  readonly deviceId: string
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

/** Accounts and the way to a new password. Emails are unique without regard to case, usernames too. */
export interface Accounts {
  /**
   * Stores the account and its data key in one step, or says what is taken (all of it). Races: one wins. Fails where the
   * process was given no data keys.
   */
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

  /** A single-use token for a new password, or null when nobody has that email. An older token of the user stops working. */
  startPasswordReset(email: string): Promise<{ token: string; user: User } | null>
  /** Sets the password and ends every session, if the token is good; false otherwise. Two at once: one wins. */
  finishPasswordReset(token: string, newPassword: string): Promise<boolean>
}

/** Who is signed in where. */
export interface SessionStore {
  /**
   * For a user as createUser or verifyPassword gave them: null when they have another password by now, or are gone.
   * Whenever a new password is set, a session that was started on an older one has ended, however the two meet.
   * `token` is the cookie's value: 256 random bits, base64url. `deviceToken` is that of the device's own cookie: the one
   * that came in, or a new one for a device that had none.
   */
  startSession(
    user: Pick<User, 'id' | 'passwordGeneration'>,
    options: { remember: boolean; userAgent: string | null; deviceToken: string | null },
  ): Promise<{ token: string; deviceToken: string; session: Session } | null>
  /** Null when unknown, ended or expired. Slides the idle limit (written at most once a minute). */
  findSession(token: string): Promise<Session | null>
  endSession(token: string): Promise<void>
  /** The devices a user ever signed in on, the one used last first. */
  devicesOf(userId: string): Promise<Device[]>
}

/**
 * Accounts and sessions. Passwords come in plain and are hashed inside (argon2id); tokens go out once and only their
 * SHA-256 is stored. Needs no master key but for new accounts: see DataKeys.
 *
 * Throws StoreUnavailable (libs/stores) when the store cannot be reached.
 */
export interface Identity extends Accounts, SessionStore {
  /** Deletes expired sessions and tokens; answers how many. */
  sweep(): Promise<number>
  close(): Promise<void>
}
