import type { Device } from './device.ts'

/** A person's account for the rest of the system. */
export type User = {
  readonly id: string
  readonly username: string
  readonly email: string
  /** Whether the person has shown that they get mail at `email`. */
  readonly emailVerified: boolean
  readonly language: 'en' | 'ko'
  /** Whether an admin has locked the account: the person can read and export but not write. */
  readonly locked: boolean
  /** Whether the person wants a mail about looks of admins. */
  readonly looksByMail: boolean
  /** Whether a log-in by password needs a second step. */
  readonly secondFactor: boolean
  readonly createdAt: string
  /** The number of earlier passwords of the account. */
  readonly passwordGeneration: number
}

/** A session of a person on a device. `id` is not the secret. */
export type Session = {
  readonly id: string
  /** Outlives the session: see Device. */
  readonly deviceId: string
  readonly userId: string
  readonly username: string
  readonly email: string
  /** See User. */
  readonly locked: boolean
  readonly createdAt: string
  readonly expiresAt: string
  /** The rights of a personal access token. Absent: the session is a browser's. */
  readonly scopes?: readonly string[]
}

/** The origin of a log-in attempt. */
export type Origin = {
  /** The secret by which a browser's device is recognised (256 random bits, base64url), if it has one. */
  readonly deviceToken: string | null
  /** The browser's User-Agent, if any. */
  readonly userAgent: string | null
  /** The network address, in the form that limits count. */
  readonly address: string
}

/** Too many wrong passwords for this account from this origin. None is tried for `retryAfterMs`. */
export type TooManyGuesses = { readonly retryAfterMs: number }

/** The values of a new account that another account has. */
export type Taken = readonly ('email' | 'username')[]

/** How long a session with Remember Me lives, in milliseconds (30 days). */
export const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000
/** A session without Remember Me ends with the browser, or after this long without a request, in milliseconds (12 hours). */
export const IDLE_MS = 12 * 60 * 60 * 1000
/** A session without Remember Me ends after this long, however much it is used, in milliseconds (7 days). */
export const LONGEST_MS = 7 * 24 * 60 * 60 * 1000
/** How long a reset link works, in milliseconds (10 minutes). */
export const RESET_MS = 10 * 60 * 1000

/** Accounts and password resets. Emails and usernames are unique without regard to case. */
export interface Accounts {
  /**
   * Stores the account and its data key in one step, or answers all taken values (none if the id belongs to a closed account, which
   * never comes back). Of concurrent calls one wins. Fails if the process has no data keys.
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
   * The user, if the password is right. Takes as long for an unknown email as for a wrong password. At most 100 guesses in 24 hours
   * are tried for one account, from everywhere together (guess-limits.ts has the parts). An attacker cannot lock the owner out: a
   * device or address with an earlier session has a count of its own.
   */
  verifyPassword(email: string, password: string, from: Origin): Promise<User | TooManyGuesses | null>
  /** Whether a session of this account was started on the device before. */
  knowsDevice(email: string, deviceToken: string): Promise<boolean>

  /**
   * The receiver of a reset link: the user with this email. Null if no user has it, or enough valid links were mailed. Takes as
   * long either way. A stranger cannot use this up for the user: whenever it is null for a user, a link from the last RESET_MS is
   * valid. `key`: the caller's own, random; a repeat under it counts once and answers as the first did.
   */
  askPasswordReset(email: string, from: Origin, key?: string | null): Promise<User['id'] | null>
  /** A single-use token for a new password; null if there is no such user. Older tokens of the user stay valid. */
  startPasswordReset(userId: string): Promise<{ token: string; user: User } | null>
  /**
   * If the token is valid, sets the password, ends every session and token of the user, cancels a requested new address
   * (askNewEmail), and remembers the device (`deviceToken` as in startSession); otherwise null. Of two concurrent calls one wins.
   * `key`: the caller's own, random; while the token would be valid, a repeat under it with the same password answers as the first
   * did, and changes nothing.
   */
  finishPasswordReset(
    token: string,
    newPassword: string,
    from: Origin,
    key?: string | null,
  ): Promise<{ userId: string; deviceToken: string } | null>
}

/** How long a mailed link that verifies an address is valid, in milliseconds (7 days). */
export const VERIFY_MS = 7 * 24 * 60 * 60 * 1000
/** How long a mailed link that makes a new address the account's is valid, in milliseconds (24 hours). */
export const CHANGE_MS = 24 * 60 * 60 * 1000
/**
 * How long a mailed link that undoes a change is valid, in milliseconds (7 days). Until then no other account can take the old
 * address.
 */
export const UNDO_MS = 7 * 24 * 60 * 60 * 1000

/** The generation of a session whose account was closed. No account has it, so the session has ended. */
export const CLOSED_GENERATION = -1

/** The purpose of a mailed link. Each goes to the address that it is about. */
export type EmailLinkPurpose = 'verify-email' | 'change-email' | 'undo-email-change' | 'undo-second-factor'

/** The outcome of a link. `repeated`: it was used before, and nothing changed now. */
export type UsedEmailLink = { readonly purpose: EmailLinkPurpose; readonly user: User; readonly repeated: boolean }

/**
 * What people do with their own accounts. Each call may be repeated after a lost answer, with the same outcome. A closed account is
 * treated as unknown.
 */
export interface AccountCare {
  /** The user, if the password is right. A wrong one counts like a guess at log-in (verifyPassword). */
  checkPassword(userId: string, password: string, from: Origin): Promise<User | TooManyGuesses | null>
  /**
   * If `present` is the account's password, sets the new one, cancels a requested new address (askNewEmail), and ends every reset
   * link and every session but `sessionId` (Session.id). Answers null if it is not. If this session has set `next` already, the call
   * is a repeat, and nothing changes.
   */
  changePassword(
    userId: string,
    passwords: { readonly present: string; readonly next: string },
    by: { readonly from: Origin; readonly sessionId: string },
  ): Promise<User | TooManyGuesses | null>
  /** Null: there is no such account. */
  changeUsername(userId: string, username: string): Promise<User | { readonly taken: Taken } | null>

  /** Stores the requested new address until its link is used; it replaces an earlier request. Null: there is no such account. */
  askNewEmail(userId: string, email: string): Promise<User | { readonly taken: Taken } | null>
  /** A token for a link, and the address to mail it to. Null: such a link would have no effect (any more). */
  startEmailLink(
    userId: string,
    purpose: EmailLinkPurpose,
  ): Promise<{ readonly token: string; readonly email: string; readonly user: User } | null>
  /**
   * Carries out a link. Undoing a change also ends every session, and removes other ways to log in that were added since: passkeys,
   * links to a provider, the second step. Null: the link is unknown or expired, or the account has changed since.
   */
  useEmailLink(token: string): Promise<UsedEmailLink | { readonly taken: Taken } | null>

  /** Sets whether the person gets a mail about looks of admins. Null if there is no such account. */
  setLooksByMail(userId: string, on: boolean): Promise<User | null>
  /** The ids of all people who want these mails. */
  wantLooksByMail(): Promise<string[]>

  /** Ends the sessions of a device of the user, and forgets the device. False: there is no such device. */
  endDevice(userId: string, deviceId: string): Promise<boolean>
  /** Does what `endDevice` does, for all devices of the user but this one. Answers the ids of the ended devices. */
  endOtherDevices(userId: string, deviceId: string): Promise<string[]>

  /**
   * Ends every session and token of an account that is being closed, and its shares. Each session's token stays known for REMEMBERED_MS, so
   * that its browser can be told why it ended.
   */
  endSessionsOfClosed(userId: string): Promise<void>
  /**
   * Closes the account for good: deletes its name, addresses, password, data key, devices and links, and ends its sessions. Only
   * its id is left, and for a while the records of ended sessions. The name and the address are free at once.
   */
  closeUser(userId: string): Promise<void>
}

/** The source of an admin's role: the operator, by the command; or the settings (ADMIN_EMAILS). */
export type AdminBy = 'operator' | 'settings'
/** An account, and the source of its owner's role as admin; `by` is null if they are no admin. */
export type Administrator = { readonly user: User; readonly by: AdminBy | null }

/** What admins may know of other people's accounts, and do with them. A closed account is treated as unknown. */
export interface Administration {
  /** Null: there is no such account. It asks the store each time, so a revocation counts at once. */
  adminOf(userId: string): Promise<Administrator | null>
  /** False: there is no such account. */
  setAdmin(userId: string, by: AdminBy | null): Promise<boolean>
  /** All admins, by their usernames. */
  admins(): Promise<Administrator[]>
  /** The id of the account with this username or this address; null if no account has it. */
  findPerson(name: string): Promise<string | null>
  /**
   * At most `limit` accounts whose username has this beginning, by their usernames. The account with exactly this username or
   * address comes first. '' finds none.
   */
  findPeople(beginning: string, limit: number): Promise<Pick<User, 'id' | 'username'>[]>
  /** How many accounts there are. */
  countPeople(): Promise<number>
  /** False: there is no such account. Sessions have the new value at the next findSession. */
  setLocked(userId: string, locked: boolean): Promise<boolean>
  /** Ends every session and every token of a person. Their devices stay known. Answers the number of ended sessions. */
  endSessions(userId: string): Promise<number>
  /** The ids of the devices on which a person is signed in now. */
  signedInOn(userId: string): Promise<ReadonlySet<string>>
  /** The usernames by id, for those of `userIds` that have an account. */
  namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The labels of these devices, of all people. */
  labelsOf(deviceIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** An import of a person: `state` is the importer's own, as JSON. */
export type StoredImport = { readonly id: string; readonly state: Readonly<Record<string, unknown>> }

/** An import is deleted after this long, in milliseconds (7 days). */
export const IMPORT_KEPT_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Files that people import, and the progress: the file in sealed pieces. All of it is deleted with the account. During an upload a
 * claim, one for each person, names the pieces. It lapses if no more pieces come.
 */
export interface ImportStore {
  /**
   * Atomic: of concurrent calls one gets the claim. `forMs` is the claim's life, in milliseconds. Answers false if another claim
   * is valid.
   */
  claimImport(userId: string, claim: string, forMs: number): Promise<boolean>
  /**
   * Stores a piece of the file, numbered from 0, and extends the claim; the same number again replaces the piece. False: the claim
   * has lapsed, and nothing is stored.
   */
  addImportPiece(userId: string, claim: string, number: number, piece: Uint8Array, forMs: number): Promise<boolean>
  /**
   * Turns the uploaded file into an import, replaces earlier imports of the person, and ends the claim. False: the claim has
   * lapsed, or an import of this id exists, which stays.
   */
  beginImport(userId: string, stored: StoredImport, claim: string): Promise<boolean>
  /** Deletes a file that does not become an import, and its claim. */
  dropClaim(userId: string, claim: string): Promise<void>
  /** Null: there is no such piece. */
  importPiece(importId: string, number: number): Promise<Uint8Array | null>
  /** The person's import; null: there is none (any more). */
  findImport(userId: string): Promise<StoredImport | null>
  /** False: the import was deleted. */
  saveImport(importId: string, state: StoredImport['state']): Promise<boolean>
  /** Deletes the file of a finished import. */
  dropImportPieces(importId: string): Promise<void>
}

/**
 * Messages of the contact form until they are mailed. Each is sealed under a key of its own, which is wrapped and renewed like a
 * person's, so that soon after its deletion no copy of a store opens it. Their senders need no account.
 */
export interface MessageStore {
  /** Stores a message. The same id again changes nothing. */
  keepMessage(id: string, text: string): Promise<void>
  /** Null: there is none (any more). */
  findMessage(id: string): Promise<string | null>
  dropMessage(id: string): Promise<void>
}

/** A valid invitation to sign up. Times are ISO 8601, UTC. */
export type Invitation = {
  readonly id: string
  /** The code in its link: the id, and a secret that is derived from it with the master key and not stored. */
  readonly code: string
  /** The only address that it is for; null if it is for any. */
  readonly email: string | null
  /** How many people may sign up by the invitation, and how many did. */
  readonly people: number
  readonly used: number
  /** The id of the admin who made it. */
  readonly by: string
  readonly madeAt: string
  readonly until: string
}

/** The result of asking for a place: the account got one, as a guest or as the first administrator; or why it did not. */
export type Place = 'guest' | 'first-admin' | 'over' | 'for-another'

/** The invitations of an installation where not everybody may sign up. */
export interface InvitationStore {
  /** Makes an invitation; the same id again changes nothing. */
  invite(invitation: {
    readonly id: string
    readonly email: string | null
    readonly people: number
    readonly by: string
    readonly until: Date
  }): Promise<Invitation>
  /** Null if the invitation is unknown, withdrawn or expired. */
  findInvitation(id: string): Promise<Invitation | null>
  /** The valid ones, the newest first. */
  invitations(): Promise<Invitation[]>
  /** False: there is none. */
  withdrawInvitation(id: string): Promise<boolean>
  /** The code that makes the first account of a new installation an administrator's; null if an account exists. */
  firstAdminCode(): Promise<string | null>
  /**
   * Takes one place of an invitation for an account that is about to be made. Of concurrent calls for the last place one gets it;
   * an account that has a place keeps it.
   */
  takePlace(code: string, accountId: string, email: string): Promise<Place>
  /** Frees the place, unless the account was made. */
  leavePlace(accountId: string): Promise<void>
}

/** The most tokens of a person at a time. */
export const MOST_TOKENS = 50

/** A personal access token, without its secret. Times are ISO 8601, UTC. */
export type Token = {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly createdAt: string
  readonly expiresAt: string
  /** The time of the last use, to the minute; null if it was never used. */
  readonly usedAt: string | null
}

/** Access of programs for a person. A new password ends tokens and sessions. */
export interface TokenStore {
  /**
   * Answers the secret, of which only the SHA-256 is stored. The same id again gets a new secret, and the old one is void. Null:
   * there is no such account; `full`: it has MOST_TOKENS.
   */
  makeToken(
    userId: string,
    token: { readonly id: string; readonly name: string; readonly scopes: readonly string[]; readonly until: Date },
  ): Promise<string | 'full' | null>
  /** The session of a token: its id and device are the token's. Null if the token is unknown, revoked or expired. */
  findToken(secret: string): Promise<Session | null>
  /** The valid ones, the newest first. */
  tokensOf(userId: string): Promise<Token[]>
  /** False: the person has no such token. */
  revokeToken(userId: string, id: string): Promise<boolean>
  /** The labels of the devices on which a person wrote: browsers that they have not ended, and tokens, including revoked ones. */
  deviceNamesOf(userId: string): Promise<ReadonlyMap<string, string>>
}

/** A passkey as its owner sees it. */
export type Passkey = {
  readonly id: string
  /** What its owner calls it. */
  readonly name: string
  readonly createdAt: string
  /** The time of the last log-in with it; null if there was none. */
  readonly usedAt: string | null
}
/** The part of a passkey that is used to check it (WebAuthn). */
export type Credential = {
  /** Base64url, from the authenticator. */
  readonly credentialId: string
  /** COSE. */
  readonly publicKey: Uint8Array
  /** The authenticator's own count of uses; 0 if it does not count. */
  readonly counter: number
  readonly transports: readonly string[]
}
/** The most passkeys of an account. */
export const MOST_PASSKEYS = 20

/** Passkeys as they are stored. The caller checks the authenticator's signatures. */
export interface Passkeys {
  /** The oldest first. */
  passkeysOf(userId: string): Promise<Passkey[]>
  credentialsOf(userId: string): Promise<Credential[]>
  /** Null: there is no such passkey, or its account is closed. */
  findCredential(credentialId: string): Promise<{ readonly credential: Credential; readonly user: User } | null>
  /** Null if the passkey is stored already, or the account has MOST_PASSKEYS, or the account is gone. */
  addPasskey(userId: string, credential: Credential, name: string): Promise<Passkey | null>
  /** Records a use and the new counter. False: another use came at the same time. */
  usePasskey(credential: Credential, counter: number): Promise<boolean>
  /** Null: there is no such passkey of this person. */
  renamePasskey(userId: string, id: string, name: string): Promise<Passkey | null>
  /** 'needed': it is the account's only second step, so it stays. Null: there is no such passkey of this person. */
  removePasskey(userId: string, id: string): Promise<'removed' | 'needed' | null>
}

/** The second step of an account's log-in by password. */
export type SecondFactor = {
  readonly since: string
  /** Whether an authenticator app can make it. A passkey can if the account has one, and a recovery code always. */
  readonly totp: boolean
  /** The number of unused recovery codes. */
  readonly codesLeft: number
}

/** The second step of a log-in by password. The caller checks the codes of authenticator apps. */
export interface SecondFactors {
  /** Null: the account has none. */
  secondFactorOf(userId: string): Promise<SecondFactor | null>
  /**
   * From now on a log-in by password needs a second step. `totp` is the secret of an authenticator app (base32), and the time step
   * of the code that showed that the person has the app. If `totp` is null, the account's passkeys are the second step. Answers new
   * recovery codes, in the place of all others. Answers null if there is no such account, or no passkey. 'busy': another call changes
   * this person's second step at this moment.
   */
  turnOnSecondFactor(
    userId: string,
    totp: { readonly secret: string; readonly step: number } | null,
  ): Promise<readonly string[] | 'busy' | null>
  /** Removes the secret and the recovery codes, too. False: it was off. 'busy' as for `turnOnSecondFactor`. */
  turnOffSecondFactor(userId: string): Promise<boolean | 'busy'>
  /**
   * Ten new recovery codes in the place of all others. Null: the account has no second step. 'busy' as for `turnOnSecondFactor`.
   */
  newRecoveryCodes(userId: string): Promise<readonly string[] | 'busy' | null>
  /** The secret of the account's authenticator app, in base32; null if it has none. */
  totpSecretOf(userId: string): Promise<string | null>
  /** Spends the code of a time step. False: this one or a later one was spent before. */
  spendTotpStep(userId: string, step: number): Promise<boolean>
  /** Spends a recovery code. False: it is not this account's, or was spent before. */
  spendRecoveryCode(userId: string, code: string): Promise<boolean>
  /** Runs an attempt at the second step as one guess at the account (verifyPassword): null means wrong. */
  guessSecondFactor<T>(
    userId: string,
    from: Origin,
    attempt: () => Promise<T | null>,
  ): Promise<T | TooManyGuesses | null>
}

/** A person's identity at an OIDC provider. */
export type AtProvider = { readonly issuer: string; readonly subject: string }

/** Links between accounts at an OIDC provider and Pathlight's. */
export interface ProviderLinks {
  findByProvider(at: AtProvider): Promise<User | null>
  /**
   * Links an account at the provider with this person, and replaces an earlier link. Of two that are linked at once one stays.
   * `account` is the person's name at the provider. Answers false if it is linked with another person, or there is no such user.
   */
  linkProvider(userId: string, at: AtProvider, account: string): Promise<boolean>
  /** Null if there is no link. `since` is the time of the link (ISO 8601, UTC). */
  providerLinkOf(userId: string, issuer: string): Promise<{ readonly account: string; readonly since: string } | null>
  /** False: there is no link. */
  unlinkProvider(userId: string, issuer: string): Promise<boolean>
}

/** The purpose of a challenge, which cannot be answered for another purpose. */
export type ChallengePurpose =
  | 'passkey'
  | 'new-passkey'
  | 'second-step'
  | 'second-step-passkey'
  | 'provider'
  | 'provider-link'
  | 'provider-proof'
/** How long a challenge is valid, in milliseconds (10 minutes). */
export const CHALLENGE_MS = 10 * 60 * 1000
/** `userId`: the person who is asked; null if not known yet. `value`: the caller's own, as JSON. */
export type Challenge = { readonly userId: string | null; readonly value: Readonly<Record<string, unknown>> }

/** Challenges that were issued and not answered yet. */
export interface Challenges {
  /** Answers the challenge's token: 256 random bits, base64url. */
  startChallenge(purpose: ChallengePurpose, challenge: Challenge): Promise<string>
  /** Ends the challenge; of concurrent calls one gets it. Null if it is unknown, expired or of another purpose. */
  takeChallenge(purpose: ChallengePurpose, token: string): Promise<Challenge | null>
  /** Answers what `takeChallenge` would, without ending the challenge. */
  findChallenge(purpose: ChallengePurpose, token: string): Promise<Challenge | null>
}

/** A share by a link: a copy of an item, sealed for a key that only the link has. Times are those of the store's clock. */
export type Share = {
  readonly id: string
  readonly userId: string
  readonly kind: string
  readonly itemId: string
  /** The item's revision when it was shared. */
  readonly revision: number
  /** The key that seals the copy, which only the link's key opens. */
  readonly publicKey: Uint8Array
  readonly copy: Uint8Array
  /** Whether the link shows what the owner changes later. Such a copy has no words. */
  readonly follows: boolean
  /** Null if it works until its owner ends it. */
  readonly until: Date | null
  readonly createdAt: Date
  /** The number of visits, and the time of the last. */
  readonly opened: number
  readonly openedAt: Date | null
}

/** The most shares of a person at a time. */
export const MOST_SHARES = 200

/** The shares of people. They are deleted with the account, and no archive has them. */
export interface ShareStore {
  /** Stores a share, or replaces the person's share of this id. False: the person has MOST_SHARES already. */
  keepShare(share: Omit<Share, 'createdAt' | 'opened' | 'openedAt'>): Promise<boolean>
  /** Null if the share is unknown or expired. */
  findShare(id: string): Promise<Share | null>
  /** The person's shares, the newest first. Their copies, of up to a megabyte each, are not read. */
  sharesOf(userId: string): Promise<Omit<Share, 'copy'>[]>
  /** Counts a visit. Concurrent visits may count once. */
  countOpening(share: Share): Promise<void>
  /** Removes a share with its copy. False: the person has no such share. */
  endShare(userId: string, id: string): Promise<boolean>
}

/** The sessions of people. */
export interface SessionStore {
  /**
   * Starts a session for a user from createUser or verifyPassword. Null if the password has changed since then, or the account is
   * gone. A new password ends every session that was started with an older one, in whatever order the two calls meet. `token` is
   * the cookie's value: 256 random bits, base64url. `deviceToken` is the value of the device's own cookie: the incoming one, or a
   * new one for a new device.
   */
  startSession(
    user: Pick<User, 'id' | 'passwordGeneration'>,
    options: { remember: boolean; from: Origin },
  ): Promise<{ token: string; deviceToken: string; session: Session } | null>
  /**
   * The session of a cookie's token; null if it is unknown, ended or expired. Extends the idle limit (written at most once a
   * minute).
   */
  findSession(token: string): Promise<Session | null>
  endSession(token: string): Promise<void>
  /** Whether this session's account was closed within REMEMBERED_MS. */
  wasOfClosed(token: string): Promise<boolean>
  /** The ids of `userIds` whose accounts were closed while they had sessions, within REMEMBERED_MS. */
  closedOf(userIds: readonly string[]): Promise<ReadonlySet<string>>
  /** The ids of these users' valid sessions and tokens. Extends nothing. */
  livingSessions(userIds: readonly string[]): Promise<ReadonlySet<string>>
  /** The devices of a user, the last used one first, without those that the user ended (see AccountCare). */
  devicesOf(userId: string): Promise<Device[]>
}

/**
 * Accounts and sessions. Passwords are hashed here (argon2id); a token is answered once and only its SHA-256 is stored. Only new
 * accounts need a master key: see DataKeys. Throws StoreUnavailable (libs/stores) when the store cannot be reached.
 */
export interface Identity
  extends Accounts,
    AccountCare,
    Administration,
    Passkeys,
    SecondFactors,
    ProviderLinks,
    Challenges,
    SessionStore,
    ImportStore,
    MessageStore,
    InvitationStore,
    TokenStore,
    ShareStore {
  /**
   * Counts what a person is about to write, and answers true. If the total would exceed `most` kilobytes, counts nothing and
   * answers false. Nothing is ever given back.
   */
  grantWriting(userId: string, kilobytes: number, most: number): Promise<boolean>
  /**
   * Spends a thing that works once, such as a solved challenge: true for the first call of all processes within `windowMs`
   * (milliseconds), false for every other. `name` identifies it; only its hash is stored.
   */
  spendOnce(name: string, windowMs: number): Promise<boolean>
  /** Deletes expired sessions, tokens and counts; answers the number. */
  sweep(): Promise<number>
}
