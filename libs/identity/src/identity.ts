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

/** Where somebody comes from who says that an account is theirs. */
export type Origin = {
  /** What the browser keeps so that its device is known again (256 random bits, base64url), if it has it. */
  readonly deviceToken: string | null
  /** What their browser says that it is, if anything. */
  readonly userAgent: string | null
  /** Their network address, as it is counted. */
  readonly address: string
}

/** Too many wrong passwords for this account from where this one came: none is tried until then, in milliseconds. */
export type TooManyGuesses = { readonly retryAfterMs: number }

/** What may stand in the way of a new account. */
export type Taken = readonly ('email' | 'username')[]

/** Remember Me: how long the session lives, in milliseconds (30 days). */
export const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000
/** Without Remember Me: ends with the browser, or after this long without a request (12 hours) ... */
export const IDLE_MS = 12 * 60 * 60 * 1000
/** ... and after this long however much it is used (7 days). */
export const LONGEST_MS = 7 * 24 * 60 * 60 * 1000
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
  /**
   * The user if the password is theirs. Takes as long for an unknown email as for a wrong password. At most 100 guesses
   * in 24 hours are tried for one account, from everywhere together (guessing.ts says how many from where). Whoever
   * guesses cannot keep the owner out: a device or address from which a session was started before has a count of its own.
   */
  verifyPassword(email: string, password: string, from: Origin): Promise<User | TooManyGuesses | null>
  /** Whether a session of this account was started on the device before. */
  knowsDevice(email: string, deviceToken: string): Promise<boolean>

  /**
   * Whom to mail a link to: the user with this email, or null when it is nobody's or when enough links were mailed that still
   * work. Takes as long either way. Nobody can use this up for somebody else: whenever it is null for a user, a link
   * that was mailed within RESET_MS works.
   */
  askPasswordReset(email: string, from: Origin): Promise<User['id'] | null>
  /** A single-use token for a new password; null when there is no such user. Older ones of the user go on working. */
  startPasswordReset(userId: string): Promise<{ token: string; user: User } | null>
  /**
   * Sets the password, ends every session and every token of the user, if the token is good, and knows the device from then on
   * (`deviceToken` as in startSession); null otherwise. Two at once: one wins.
   */
  finishPasswordReset(token: string, newPassword: string, from: Origin): Promise<{ deviceToken: string } | null>
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
    options: { remember: boolean; from: Origin },
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
  /**
   * Counts what a person is about to write for good: true, and counted, unless they come to more than `most` kilobytes in all.
   * Nothing is ever given back.
   */
  grantWriting(userId: string, kilobytes: number, most: number): Promise<boolean>
  /** Deletes expired sessions, tokens and counts; answers how many. */
  sweep(): Promise<number>
  close(): Promise<void>
}
