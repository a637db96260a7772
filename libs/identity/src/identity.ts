import type { Device } from './device.ts'

/** A person's account as the rest of the system may know it. */
export type User = {
  readonly id: string
  readonly username: string
  readonly email: string
  /** Whether the person has shown that mail to `email` reaches them. */
  readonly emailVerified: boolean
  readonly language: 'en' | 'ko'
  /** Whether an admin locked the account: the person reads and exports, and does not write. */
  readonly locked: boolean
  /** Whether the person wants a mail when an admin looked at what is theirs. */
  readonly looksByMail: boolean
  /** Whether a log-in by password needs a second step. */
  readonly secondFactor: boolean
  readonly createdAt: string
  /** Counts the passwords the account had before this one, from 0. */
  readonly passwordGeneration: number
}

/** A person signed in on a device. `id` is not the secret. */
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
  /** What a personal access token may do. Absent: it is no token, but a browser. */
  readonly scopes?: readonly string[]
}

/** Where a person comes from who says that an account is theirs. */
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
   * Stores the account and its data key in one step, or says what is taken (all of it; nothing where the id is that of a closed
   * account, which never comes back). Races: one wins. Fails where the process was given no data keys.
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
   * in 24 hours are tried for one account, from everywhere together (guess-limits.ts says how many from where). An
   * attacker cannot keep the owner out: a device or address from which a session was started before has a count of its own.
   */
  verifyPassword(email: string, password: string, from: Origin): Promise<User | TooManyGuesses | null>
  /** Whether a session of this account was started on the device before. */
  knowsDevice(email: string, deviceToken: string): Promise<boolean>

  /**
   * Whom to mail a link to: the user with this email; null when no user has it, and when enough links were mailed that still
   * work. Takes as long either way. A stranger cannot use this up for the user: whenever it is null for a user, a link
   * that was mailed within RESET_MS works. `key`: the caller's own, random; a repeat under it counts once and answers as the first did.
   */
  askPasswordReset(email: string, from: Origin, key?: string | null): Promise<User['id'] | null>
  /** A single-use token for a new password; null when there is no such user. Older ones of the user go on working. */
  startPasswordReset(userId: string): Promise<{ token: string; user: User } | null>
  /**
   * Sets the password, ends every session and every token of the user, and takes back an address that was asked for (askNewEmail), if
   * the token is good, and knows the device from then on (`deviceToken` as in startSession); null otherwise. Two at once: one wins.
   * `key`: the caller's own, random; while the token would be good, a repeat under it with the same password answers as the first did,
   * and changes nothing.
   */
  finishPasswordReset(
    token: string,
    newPassword: string,
    from: Origin,
    key?: string | null,
  ): Promise<{ deviceToken: string } | null>
}

/** A mailed link to an address works this long, in milliseconds: one that verifies it (7 days) ... */
export const VERIFY_MS = 7 * 24 * 60 * 60 * 1000
/** ... one that makes a new address the account's (24 hours) ... */
export const CHANGE_MS = 24 * 60 * 60 * 1000
/** ... and one that takes such a change back (7 days). For so long no other account can take the old address. */
export const UNDO_MS = 7 * 24 * 60 * 60 * 1000

/** The generation of a session whose account was closed. No account has it, so the session has ended. */
export const CLOSED_GENERATION = -1

/** What a link to an address does. Each is mailed to the address that it is about. */
export type EmailLinkPurpose = 'verify-email' | 'change-email' | 'undo-email-change' | 'undo-second-factor'

/** What came of a link. `repeated`: it had been used before, and nothing changed now. */
export type UsedEmailLink = { readonly purpose: EmailLinkPurpose; readonly user: User; readonly repeated: boolean }

/**
 * What people do with their own accounts. Each call may be repeated after a lost answer and ends as it would have ended. A closed
 * account is treated like one that never was.
 */
export interface AccountCare {
  /** The user, if the password is theirs. A wrong one counts like a guess at log-in (verifyPassword). */
  checkPassword(userId: string, password: string, from: Origin): Promise<User | TooManyGuesses | null>
  /**
   * Sets the password if `present` is the one that the account has, takes back an address that was asked for (askNewEmail), and ends
   * every reset link and every session but `sessionId` (Session.id). Null: it is another one. If `next` is the account's already this is
   * a repeat, and nothing changes.
   */
  changePassword(
    userId: string,
    passwords: { readonly present: string; readonly next: string },
    by: { readonly from: Origin; readonly sessionId: string },
  ): Promise<User | TooManyGuesses | null>
  /** Null: there is no such account. */
  changeUsername(userId: string, username: string): Promise<User | { readonly taken: Taken } | null>

  /**
   * Keeps the address that the account is to have once its link has been used; it takes the place of one that was asked for before.
   * Null: there is no such account.
   */
  askNewEmail(userId: string, email: string): Promise<User | { readonly taken: Taken } | null>
  /** A token for a link, and the address to which it is mailed. Null: there is nothing (any more) that such a link could do. */
  startEmailLink(
    userId: string,
    purpose: EmailLinkPurpose,
  ): Promise<{ readonly token: string; readonly email: string; readonly user: User } | null>
  /**
   * Does what the link is for. Taking a change back ends every session, too, and removes what else opens the account and was made since: passkeys,
   * links to a provider, the second step. Null: the link was never given out, has expired, or
   * something else happened since.
   */
  useEmailLink(token: string): Promise<UsedEmailLink | { readonly taken: Taken } | null>

  /** Whether the person is told by mail of what admins look at. Null: there is no such account. */
  setLooksByMail(userId: string, on: boolean): Promise<User | null>
  /** The ids of all who want that. */
  wantLooksByMail(): Promise<string[]>

  /** Ends the sessions of a device of the user, which is not known any more. False: there is no such device. */
  endDevice(userId: string, deviceId: string): Promise<boolean>
  /** The same for all devices of the user but one. Answers their ids. */
  endOtherDevices(userId: string, deviceId: string): Promise<string[]>

  /**
   * Ends every session of an account that is being closed, and what it shares. Each is known by its token for REMEMBERED_MS longer, so that the browser
   * that has it can be told why it ended.
   */
  endSessionsOfClosed(userId: string): Promise<void>
  /**
   * Closes the account for good: its name, addresses, password, data key, devices and links are deleted and its sessions ended, so that
   * nothing but its id is left, and for a while that its sessions were. The name and the address are free at once.
   */
  closeUser(userId: string): Promise<void>
}

/** What made a person an admin: the operator, by the command; or the settings (ADMIN_EMAILS). */
export type AdminBy = 'operator' | 'settings'
/** An account, and by what its owner is an admin; null: they are none. */
export type Administrator = { readonly user: User; readonly by: AdminBy | null }

/** What admins need to know and to do of others' accounts. A closed account is treated like one that never was. */
export interface Administration {
  /** Null: there is no such account. It asks the store each time: an admin revoked a moment ago is none. */
  adminOf(userId: string): Promise<Administrator | null>
  /** False: there is no such account. */
  setAdmin(userId: string, by: AdminBy | null): Promise<boolean>
  /** All of them, by their usernames. */
  admins(): Promise<Administrator[]>
  /** The id of the account with this username or this address; null: no account has it. */
  findPerson(name: string): Promise<string | null>
  /**
   * At most `limit` accounts whose username begins so, by their usernames; the account with exactly this username or this address is
   * among them, and the first. '' finds none.
   */
  findPeople(beginning: string, limit: number): Promise<Pick<User, 'id' | 'username'>[]>
  /** How many accounts there are. */
  countPeople(): Promise<number>
  /** False: there is no such account. Sessions know it at the next findSession. */
  setLocked(userId: string, locked: boolean): Promise<boolean>
  /** Ends every session of a person, and every token. Their devices stay known. Answers how many sessions were ended. */
  endSessions(userId: string): Promise<number>
  /** The ids of the devices on which a person is signed in now. */
  signedInOn(userId: string): Promise<ReadonlySet<string>>
  /** The usernames of those among these ids that have an account. */
  namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** What the devices of these ids are called, of whomever they are. */
  labelsOf(deviceIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** An import of a person's: `state` is whatever the importer needs to know of it, as JSON. */
export type StoredImport = { readonly id: string; readonly state: Readonly<Record<string, unknown>> }

/** Imports are forgotten so long after they were begun, in milliseconds (7 days). */
export const IMPORT_KEPT_MS = 7 * 24 * 60 * 60 * 1000

/**
 * What people bring here from elsewhere, until it is taken over: the file in pieces, which come sealed, and how far it is. All of it goes
 * with the account. While a file comes it has a claim, of which a person has one: it names the pieces, and lapses where no more come.
 */
export interface ImportStore {
  /** In one step, so that of many who ask at once one has it. `forMs`: until it lapses, in milliseconds. False: another holds it. */
  claimImport(userId: string, claim: string, forMs: number): Promise<boolean>
  /**
   * Keeps a piece of the file, from 0, and the claim for so many milliseconds more; the same number again replaces it. False: the claim
   * is over, and nothing is kept.
   */
  addImportPiece(userId: string, claim: string, number: number, piece: Uint8Array, forMs: number): Promise<boolean>
  /**
   * Makes an import of the file that came under the claim, in the place of every import of the person's before, and ends the claim. False:
   * the claim is over, or there is an import of this id; that one stays as it is.
   */
  beginImport(userId: string, stored: StoredImport, claim: string): Promise<boolean>
  /** A file that does not become an import: it goes, and its claim. */
  dropClaim(userId: string, claim: string): Promise<void>
  /** Null: there is no such piece. */
  importPiece(importId: string, number: number): Promise<Uint8Array | null>
  /** The person's import; null: there is none (any more). */
  findImport(userId: string): Promise<StoredImport | null>
  /** False: it is gone. */
  saveImport(importId: string, state: StoredImport['state']): Promise<boolean>
  /** Its file is not needed any more. */
  dropImportPieces(importId: string): Promise<void>
}

/**
 * Messages of the contact form until they are mailed: each is sealed under a key of its own, which is wrapped and renewed like a person's, so that
 * no copy of a store opens it for long after it is gone. Their senders need no account.
 */
export interface MessageStore {
  /** Keeps it. The same id again changes nothing. */
  keepMessage(id: string, text: string): Promise<void>
  /** Null: there is none (any more). */
  findMessage(id: string): Promise<string | null>
  dropMessage(id: string): Promise<void>
}

/** An invitation to sign up that is not over. Times are ISO 8601, UTC. */
export type Invitation = {
  readonly id: string
  /** What its link has: the id, and a secret that is made of it by the master key, and is nowhere in the store. */
  readonly code: string
  /** The one address that it is for; null: any. */
  readonly email: string | null
  /** How many may sign up by it, and how many did. */
  readonly people: number
  readonly used: number
  /** The id of the admin who made it. */
  readonly by: string
  readonly madeAt: string
  readonly until: string
}

/** What came of a place that was asked for: it is the account's, which is a guest's or the first administrator's; or why it is not. */
export type Place = 'guest' | 'first-admin' | 'over' | 'for-another'

/** Who may sign up where not everybody may. */
export interface InvitationStore {
  /** Makes an invitation; the same id again changes nothing. */
  invite(invitation: {
    readonly id: string
    readonly email: string | null
    readonly people: number
    readonly by: string
    readonly until: Date
  }): Promise<Invitation>
  /** Null: there is none, it was withdrawn, or its time is over. */
  findInvitation(id: string): Promise<Invitation | null>
  /** Those whose time is not over, the newest first. */
  invitations(): Promise<Invitation[]>
  /** False: there is none. */
  withdrawInvitation(id: string): Promise<boolean>
  /** The code by which the first account of a new installation becomes an administrator's; null: there is an account. */
  firstAdminCode(): Promise<string | null>
  /**
   * Takes one place of an invitation for an account that is about to be made. Of many who ask for the last place one gets it; who has one
   * already keeps it.
   */
  takePlace(code: string, accountId: string, email: string): Promise<Place>
  /** Gives the place back, unless the account was made. */
  leavePlace(accountId: string): Promise<void>
}

/** Tokens that a person may have at once. */
export const MOST_TOKENS = 50

/** A personal access token, without its secret. Times are ISO 8601, UTC. */
export type Token = {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly createdAt: string
  readonly expiresAt: string
  /** When it was used last, to the minute; null: never. */
  readonly usedAt: string | null
}

/** Programs that act for a person. Tokens end with a new password, as sessions do. */
export interface TokenStore {
  /**
   * Answers the secret, which is nowhere else: what is stored is its SHA-256. Of the same id again the last secret counts. Null: there is no
   * such account; `full`: it has MOST_TOKENS.
   */
  makeToken(
    userId: string,
    token: { readonly id: string; readonly name: string; readonly scopes: readonly string[]; readonly until: Date },
  ): Promise<string | 'full' | null>
  /** The session of a token: its id and its device are the token's. Null: it is unknown, was revoked, or is over. */
  findToken(secret: string): Promise<Session | null>
  /** Those that are not over, the newest first. */
  tokensOf(userId: string): Promise<Token[]>
  /** False: the person has no such token. */
  revokeToken(userId: string, id: string): Promise<boolean>
  /** What a person's devices are called by which they wrote: browsers that they have not ended, and tokens, revoked ones too. */
  deviceNamesOf(userId: string): Promise<ReadonlyMap<string, string>>
}

/** A passkey as its owner sees it. */
export type Passkey = {
  readonly id: string
  /** What its owner calls it. */
  readonly name: string
  readonly createdAt: string
  /** When somebody logged in with it last; null: nobody has. */
  readonly usedAt: string | null
}
/** By what a passkey is known and checked (WebAuthn). */
export type Credential = {
  /** The authenticator made it; base64url. */
  readonly credentialId: string
  /** COSE. */
  readonly publicKey: Uint8Array
  /** How often the authenticator says that it was used; 0: it does not count. */
  readonly counter: number
  readonly transports: readonly string[]
}
/** The most passkeys of an account. */
export const MOST_PASSKEYS = 20

/** Passkeys as they are stored. Who calls has checked what an authenticator signed. */
export interface Passkeys {
  /** The oldest first. */
  passkeysOf(userId: string): Promise<Passkey[]>
  credentialsOf(userId: string): Promise<Credential[]>
  /** Null: there is no such passkey, or its account is closed. */
  findCredential(credentialId: string): Promise<{ readonly credential: Credential; readonly user: User } | null>
  /** Null: it is here already, or the account has MOST_PASSKEYS, or is gone. */
  addPasskey(userId: string, credential: Credential, name: string): Promise<Passkey | null>
  /** Notes a use, after which its counter is `counter`. False: it was used by another at the same time. */
  usePasskey(credential: Credential, counter: number): Promise<boolean>
  /** Null: there is no such passkey of this person. */
  renamePasskey(userId: string, id: string, name: string): Promise<Passkey | null>
  /** 'needed': it is the account's only second step, and stays. Null: there is no such passkey of this person. */
  removePasskey(userId: string, id: string): Promise<'removed' | 'needed' | null>
}

/** The second step of an account's log-in by password. */
export type SecondFactor = {
  readonly since: string
  /** Whether it can be a code of an authenticator app. A passkey can be it wherever there is one, and a recovery code always. */
  readonly totp: boolean
  /** Recovery codes that were not used yet. */
  readonly codesLeft: number
}

/** The second step of a log-in by password. Who calls has checked the codes of an authenticator app. */
export interface SecondFactors {
  /** Null: the account has none. */
  secondFactorOf(userId: string): Promise<SecondFactor | null>
  /**
   * From now on a log-in by password needs a second step. `totp`: the secret of an authenticator app (base32), and the time step of the code that
   * showed that the person has it; null: the account's passkeys are the second step. Answers new recovery codes, in the place of all others. Null:
   * there is no such account, or no passkey. 'busy': another call makes codes of this person at this moment.
   */
  turnOnSecondFactor(
    userId: string,
    totp: { readonly secret: string; readonly step: number } | null,
  ): Promise<readonly string[] | 'busy' | null>
  /** Removes the secret and the recovery codes, too. False: it was off. */
  turnOffSecondFactor(userId: string): Promise<boolean>
  /** Ten new recovery codes in the place of all others. Null: the account has no second step. 'busy': as above. */
  newRecoveryCodes(userId: string): Promise<readonly string[] | 'busy' | null>
  /** The secret of the account's authenticator app, in base32; null: it has none. */
  totpSecretOf(userId: string): Promise<string | null>
  /** Spends the code of a time step. False: that one, or a later one, is spent. */
  spendTotpStep(userId: string, step: number): Promise<boolean>
  /** Spends a recovery code. False: it is none of this account, or is spent. */
  spendRecoveryCode(userId: string, code: string): Promise<boolean>
  /** Runs an attempt at the second step as one guess at the account (verifyPassword): null is a wrong one. */
  guessSecondFactor<T>(
    userId: string,
    from: Origin,
    attempt: () => Promise<T | null>,
  ): Promise<T | TooManyGuesses | null>
}

/** Who somebody is at an OIDC provider. */
export type AtProvider = { readonly issuer: string; readonly subject: string }

/** Which accounts at an OIDC provider are whose. */
export interface ProviderLinks {
  findByProvider(at: AtProvider): Promise<User | null>
  /**
   * From now on whoever is this at the provider is this person; it takes the place of another account of the person's there. `account`: what they are
   * called there. False: it is another person's, or there is no such account.
   */
  linkProvider(userId: string, at: AtProvider, account: string): Promise<boolean>
  /** Null: there is no link. `since`: ISO 8601, UTC. */
  providerLinkOf(userId: string, issuer: string): Promise<{ readonly account: string; readonly since: string } | null>
  /** False: there is no link. */
  unlinkProvider(userId: string, issuer: string): Promise<boolean>
}

/** For what a challenge was made: one for one purpose answers no other. */
export type ChallengePurpose =
  | 'passkey'
  | 'new-passkey'
  | 'second-step'
  | 'second-step-passkey'
  | 'provider'
  | 'provider-link'
  | 'provider-proof'
/** A challenge works this long, in milliseconds (10 minutes). */
export const CHALLENGE_MS = 10 * 60 * 1000
/** `userId`: of whom it is asked; null: that is not known yet. `value`: whatever the caller needs to know of it, as JSON. */
export type Challenge = { readonly userId: string | null; readonly value: Readonly<Record<string, unknown>> }

/** What callers are asked and have not answered yet. */
export interface Challenges {
  /** Its token: 256 random bits, base64url. */
  startChallenge(purpose: ChallengePurpose, challenge: Challenge): Promise<string>
  /** Ends it, so that of many who take it one has it. Null: there is none, it is over, or it is for something else. */
  takeChallenge(purpose: ChallengePurpose, token: string): Promise<Challenge | null>
  /** The same, and it goes on. */
  findChallenge(purpose: ChallengePurpose, token: string): Promise<Challenge | null>
}

/**
 * What somebody shares by a link: a copy of one of their items, sealed for a key that only the link has. Times are those of the
 * store's clock.
 */
export type Share = {
  readonly id: string
  readonly userId: string
  readonly kind: string
  readonly itemId: string
  /** The item's revision when it was shared. */
  readonly revision: number
  /** By it the copy was sealed for the link's key. */
  readonly publicKey: Uint8Array
  readonly copy: Uint8Array
  /** Whether the link shows what the owner changes later. Such a copy has no words. */
  readonly follows: boolean
  /** Null: until it is taken back. */
  readonly until: Date | null
  readonly createdAt: Date
  /** How often it was opened, and when last. */
  readonly opened: number
  readonly openedAt: Date | null
}

/** The most shares that a person has at a time. */
export const MOST_SHARES = 200

/** What people share. All of it goes with the account; no archive has it. */
export interface ShareStore {
  /** Keeps it, in the place of one of the person's with this id. False: they have MOST_SHARES already. */
  keepShare(share: Omit<Share, 'createdAt' | 'opened' | 'openedAt'>): Promise<boolean>
  /** Null: there is none, or its time is over. */
  findShare(id: string): Promise<Share | null>
  /** A person's, the newest first. */
  sharesOf(userId: string): Promise<Share[]>
  /** Counts an opening, at most as many as there were: openings at the same moment may count once. */
  countOpening(share: Share): Promise<void>
  /** Removes it, with its copy. False: the person has none of this id. */
  endShare(userId: string, id: string): Promise<boolean>
}

/** Which person is signed in where. */
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
  /** Whether this was a session of an account that was closed within REMEMBERED_MS. */
  wasOfClosed(token: string): Promise<boolean>
  /** Those of these users whose accounts were closed while they had sessions, within REMEMBERED_MS. */
  closedOf(userIds: readonly string[]): Promise<ReadonlySet<string>>
  /** The ids of the sessions and tokens of these users that have not ended. Slides nothing. */
  livingSessions(userIds: readonly string[]): Promise<ReadonlySet<string>>
  /** The devices a user signed in on, the one used last first; not those that the user ended (see AccountCare). */
  devicesOf(userId: string): Promise<Device[]>
}

/**
 * Accounts and sessions. Passwords come in plain and are hashed inside (argon2id); tokens go out once and only their
 * SHA-256 is stored. Needs no master key but for new accounts: see DataKeys.
 *
 * Throws StoreUnavailable (libs/stores) when the store cannot be reached.
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
   * Counts what a person is about to write for good: true, and counted, unless they come to more than `most` kilobytes in all.
   * Nothing is ever given back.
   */
  grantWriting(userId: string, kilobytes: number, most: number): Promise<boolean>
  /**
   * Spends what works once, such as a solved challenge: true for the first of all processes that asks within `windowMs`
   * (milliseconds), false for every other. `name` tells it from all else; it is not kept, only its hash is.
   */
  spendOnce(name: string, windowMs: number): Promise<boolean>
  /** Deletes expired sessions, tokens and counts; answers how many. */
  sweep(): Promise<number>
}
