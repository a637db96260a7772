import type { Device } from './device.ts'

/** A person's account, as other modules see it. */
export type User = {
  readonly id: string
  readonly username: string
  readonly email: string
  /** Whether the person followed the link that was mailed to `email`. */
  readonly emailVerified: boolean
  /** The language of mails to the person. */
  readonly language: 'en' | 'ko'
  /** Whether an admin has locked the account. A locked person can read and export but not write. */
  readonly locked: boolean
  /** Whether the person gets a mail when an admin looks at their data. */
  readonly looksByMail: boolean
  /** Whether a log-in by password needs a second step. */
  readonly secondFactor: boolean
  readonly createdAt: string
  /** How often a change of the account, such as a new password, has ended its sessions. */
  readonly passwordGeneration: number
}

/** A session of a person on a device. The secret token is not in it. */
export type Session = {
  readonly id: string
  readonly deviceId: string
  readonly userId: string
  readonly username: string
  readonly email: string
  /** Whether an admin has locked the account. */
  readonly locked: boolean
  readonly createdAt: string
  readonly expiresAt: string
  /** The rights of a personal access token. Absent for a session of a browser. */
  readonly scopes?: readonly string[]
}

/** The origin of a log-in attempt. */
export type Origin = {
  /** The secret of the browser's device (256 random bits, base64url), or null if it has none. */
  readonly deviceToken: string | null
  readonly userAgent: string | null
  /** The network address, in the form in which limits count it. */
  readonly address: string
}

/** Too many wrong passwords for this account from this origin. For `retryAfterMs` milliseconds no password is tried. */
export type TooManyGuesses = { readonly retryAfterMs: number }

/** Those values of a new account that another account has already. */
export type Taken = readonly ('email' | 'username')[]

/** How long a session with Remember Me lives, in milliseconds (30 days). */
export const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000
/**
 * A session without Remember Me ends with the browser, or after this time without a request, in milliseconds (12
 * hours).
 */
export const IDLE_MS = 12 * 60 * 60 * 1000
/** A session without Remember Me ends after this time even if it is in use, in milliseconds (7 days). */
export const LONGEST_MS = 7 * 24 * 60 * 60 * 1000
/** How long a reset link is valid, in milliseconds (10 minutes). */
export const RESET_MS = 10 * 60 * 1000

/** Accounts, passwords and password resets. Emails and usernames are unique without regard to case. */
export interface Accounts {
  /**
   * Stores the account and its data key in one step. If another account has the username or address, returns all taken
   * values. `taken` is empty if only the id belongs to an account, open or closed; a closed account never reopens. Of
   * concurrent calls one succeeds. Throws EpochKeyMissing if this process lacks the present epoch's key.
   */
  createUser(user: {
    id: string
    username: string
    email: string
    password: string
    language: 'en' | 'ko'
  }): Promise<User | { readonly taken: Taken }>
  findUser(id: string): Promise<User | null>
  /** Sets the language of mails to the person. Does nothing for an unknown or closed account. */
  setLanguage(userId: string, language: 'en' | 'ko'): Promise<void>
  findUserByEmail(email: string): Promise<User | null>
  /**
   * The user, if the password is right. Takes as long for an unknown email as for a wrong password. At most 100 guesses
   * in 24 hours are tried for one account, whatever their origins (guess-limits.ts). Devices and addresses with an
   * earlier session have counts apart from those of strangers, so an attacker cannot lock the owner out there.
   */
  verifyPassword(email: string, password: string, from: Origin): Promise<User | TooManyGuesses | null>
  /** Whether a session of this account was started on the device, and the device has not been ended since. */
  knowsDevice(email: string, deviceToken: string): Promise<boolean>

  /**
   * The user who gets a reset link: the one with this email. Null if no user has the email, or enough valid links were
   * mailed; both take as long as a success. At the limit the user already has a link from the last RESET_MS, so a
   * stranger cannot lock the user out. `key`: random, from the caller. A repeat with the same key counts once and gets
   * the first answer.
   */
  askPasswordReset(email: string, from: Origin, key?: string | null): Promise<User['id'] | null>
  /** A single-use token for a new password. Null if there is no such user. Older tokens of the user stay valid. */
  startPasswordReset(userId: string): Promise<{ token: string; user: User } | null>
  /**
   * If the token is valid: sets the password, ends every session and token of the user, cancels a requested new address
   * (askNewEmail), and stores the device (`deviceToken`: see startSession). Otherwise null. Of two concurrent calls one
   * succeeds. `key`: random, from the caller. While the token would be valid, a repeat with the same key and password
   * succeeds again, and stores only the device.
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
/** How long the mailed link to confirm a new address is valid, in milliseconds (24 hours). */
export const CHANGE_MS = 24 * 60 * 60 * 1000
/**
 * How long a mailed link that undoes a change is valid, in milliseconds (7 days). Until then no other account can take
 * the old address.
 */
export const UNDO_MS = 7 * 24 * 60 * 60 * 1000

/** The generation of a session whose account is closed. No account has this generation, so the session has ended. */
export const CLOSED_GENERATION = -1

/** The purpose of a mailed link. The link goes to the address that it concerns. */
export type EmailLinkPurpose = 'verify-email' | 'change-email' | 'undo-email-change' | 'undo-second-factor'

/** The outcome of a link. `repeated`: the link was used before, and nothing changed now. */
export type UsedEmailLink = { readonly purpose: EmailLinkPurpose; readonly user: User; readonly repeated: boolean }

/**
 * Changes that people make to their own accounts. After a lost answer each call may be repeated, with the same effect.
 * A closed account counts as unknown.
 */
export interface AccountCare {
  /** The user, if the password is right. A wrong password counts as a guess, as at log-in (verifyPassword). */
  checkPassword(userId: string, password: string, from: Origin): Promise<User | TooManyGuesses | null>
  /**
   * If `present` is the account's password: sets the new one, cancels a requested new address (askNewEmail), and ends
   * every reset link, every token, and every session but `sessionId` (Session.id). Otherwise returns null. If this
   * session has set `next` before and `present` is another, the call is a repeat, and nothing changes.
   */
  changePassword(
    userId: string,
    passwords: { readonly present: string; readonly next: string },
    by: { readonly from: Origin; readonly sessionId: string },
  ): Promise<User | TooManyGuesses | null>
  /** Null: there is no such account. */
  changeUsername(userId: string, username: string): Promise<User | { readonly taken: Taken } | null>

  /**
   * Stores the requested new address until its link is used. It replaces an earlier request. Null: there is no such
   * account.
   */
  askNewEmail(userId: string, email: string): Promise<User | { readonly taken: Taken } | null>
  /** A token for a link, and the address for the mail. Null: such a link would have no effect. */
  startEmailLink(
    userId: string,
    purpose: EmailLinkPurpose,
  ): Promise<{ readonly token: string; readonly email: string; readonly user: User } | null>
  /**
   * Carries out a link. Undoing a change also ends every session and token, and removes passkeys, links to a provider,
   * the second step and shares that were added since the change, or in the UNDO_MS before it. Null: the link is unknown
   * or expired, or the account has changed since the link was made.
   */
  useEmailLink(token: string): Promise<UsedEmailLink | { readonly taken: Taken } | null>

  /** Sets whether the person gets a mail when an admin looks at their data. Null if there is no such account. */
  setLooksByMail(userId: string, on: boolean): Promise<User | null>
  /** The ids of all people who get a mail when an admin looks at their data. */
  wantLooksByMail(): Promise<string[]>

  /** Ends the user's sessions on a device, and removes it from the list of devices. False: there is no such device. */
  endDevice(userId: string, deviceId: string): Promise<boolean>
  /** Like `endDevice`, but for all devices of the user except `deviceId`. Returns the ids of the ended devices. */
  endOtherDevices(userId: string, deviceId: string): Promise<string[]>

  /**
   * Ends every session and token of an account that is being closed, and its shares. The sessions' records stay for
   * REMEMBERED_MS, so that their browsers can be told that the account is closed.
   */
  endSessionsOfClosed(userId: string): Promise<void>
  /**
   * Closes the account for ever: deletes its name, addresses, password, data key and the records that belong to it, and
   * ends its sessions. The records of the ended sessions stay for REMEMBERED_MS. The name and the address are free at
   * once.
   */
  closeUser(userId: string): Promise<void>
}

/** Who gave the role of an admin: the operator, by a command; or the settings (ADMIN_EMAILS). */
export type AdminBy = 'operator' | 'settings'
/** An account, and who gave its owner the role of an admin. `by` is null if the owner is no admin. */
export type Administrator = { readonly user: User; readonly by: AdminBy | null }

/** What admins can read and change in other people's accounts. A closed account counts as unknown. */
export interface Administration {
  /**
   * The account with the role of its owner. Null: there is no such account. Reads the store at each call, so a
   * revocation takes effect at once.
   */
  adminOf(userId: string): Promise<Administrator | null>
  /** False: there is no such account. */
  setAdmin(userId: string, by: AdminBy | null): Promise<boolean>
  /** All admins, sorted by username. */
  admins(): Promise<Administrator[]>
  /** The id of the account with this username or this address. Null if no account has it. */
  findPerson(name: string): Promise<string | null>
  /**
   * At most `limit` accounts whose username begins with this text, sorted by username. The account with exactly this
   * username or address comes first. '' finds none.
   */
  findPeople(beginning: string, limit: number): Promise<Pick<User, 'id' | 'username'>[]>
  /** The number of open accounts. */
  countPeople(): Promise<number>
  /** The ids of all open accounts, a few hundred at a time. */
  openAccounts(): AsyncIterable<readonly string[]>
  /** False: there is no such account. Open sessions have the new value from their next findSession. */
  setLocked(userId: string, locked: boolean): Promise<boolean>
  /**
   * Ends every session and token of a person. The person's devices stay known. Returns the number of ended sessions.
   */
  endSessions(userId: string): Promise<number>
  /** The ids of the devices on which the person is signed in now. */
  signedInOn(userId: string): Promise<ReadonlySet<string>>
  /** The usernames of `userIds`, by id. Ids without an account, and names that cannot be opened, are absent. */
  namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The labels of these devices, whoever owns them. */
  labelsOf(deviceIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** An import of a person. `state`: the importer's JSON. */
export type StoredImport = { readonly id: string; readonly state: Readonly<Record<string, unknown>> }

/** How long an import is stored, in milliseconds (7 days). */
export const IMPORT_KEPT_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Files that people import, as sealed pieces, and the progress of each import. All of it is deleted with the account.
 * During an upload, the pieces belong to a claim, of which each person has at most one. A claim lapses if no further
 * pieces arrive.
 */
export interface ImportStore {
  /**
   * Takes the person's claim. Atomic: of concurrent calls one succeeds. `forMs`: after this time in milliseconds the
   * claim lapses. Returns false if the person has a valid claim already.
   */
  claimImport(userId: string, claim: string, forMs: number): Promise<boolean>
  /**
   * Stores a piece of the file, numbered from 0, and extends the claim. The same number again replaces the piece.
   * False: the claim has lapsed, and nothing is stored.
   */
  addImportPiece(userId: string, claim: string, number: number, piece: Uint8Array, forMs: number): Promise<boolean>
  /**
   * Makes an import of the uploaded file, replaces earlier imports of the person, and ends the claim. False: the claim
   * has lapsed, or an import with this id exists already and stays.
   */
  beginImport(userId: string, stored: StoredImport, claim: string): Promise<boolean>
  /** Deletes an uploaded file that will not become an import, and its claim. */
  dropClaim(userId: string, claim: string): Promise<void>
  /** Null: there is no such piece. */
  importPiece(importId: string, number: number): Promise<Uint8Array | null>
  /** The person's import. Null: there is none. */
  findImport(userId: string): Promise<StoredImport | null>
  /** False: the import was deleted. */
  saveImport(importId: string, state: StoredImport['state']): Promise<boolean>
  /** Deletes the file of an import that is done or was stopped. */
  dropImportPieces(importId: string): Promise<void>
}

/**
 * Messages of the contact form that wait to be mailed. Each is sealed under a data key of its own, so that soon after
 * its deletion no copy of the database opens the message. Senders need no account.
 */
export interface MessageStore {
  /** Stores a message. The same id again changes nothing. */
  keepMessage(id: string, text: string): Promise<void>
  /** Null: there is no such message. */
  findMessage(id: string): Promise<string | null>
  dropMessage(id: string): Promise<void>
}

/** A valid invitation to sign up. Times are ISO 8601, UTC. */
export type Invitation = {
  readonly id: string
  /**
   * The code in the invitation's link: the id and a secret. The secret is derived from the id with the master key, and
   * not stored.
   */
  readonly code: string
  /** The only address that may use the invitation. Null: any address may. */
  readonly email: string | null
  /** `people`: how many people may sign up with the invitation. `used`: how many have signed up. */
  readonly people: number
  readonly used: number
  /** The id of the admin who made the invitation. */
  readonly by: string
  readonly madeAt: string
  readonly until: string
}

/**
 * The result of `takePlace`: the account has a place, as a guest or as the first administrator; or the reason why it
 * has none.
 */
export type Place = 'guest' | 'first-admin' | 'over' | 'for-another'

/** Invitations to sign up. Where SIGN_UP is `invited`, nobody signs up without one. */
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
  /** The valid invitations, the newest first. */
  invitations(): Promise<Invitation[]>
  /** False: there is no such invitation. */
  withdrawInvitation(id: string): Promise<boolean>
  /**
   * The code for the first account of a new installation, which becomes an administrator's. Null if an account exists.
   */
  firstAdminCode(): Promise<string | null>
  /**
   * Takes one place of an invitation for an account that is about to be made. Of concurrent calls for the last place
   * one succeeds. An account that already has a place keeps it.
   */
  takePlace(code: string, accountId: string, email: string): Promise<Place>
  /** Frees the account's place, unless the account exists now. */
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
  /** The time of the last use, to the minute. Null if the token was never used. */
  readonly usedAt: string | null
}

/** Personal access tokens, with which programs act for a person. A new password ends all tokens. */
export interface TokenStore {
  /**
   * Makes a token and returns its secret. Only the secret's SHA-256 is stored. The same id again gets a new secret, and
   * the old one is invalid. Null: there is no such account. `full`: the account has MOST_TOKENS.
   */
  makeToken(
    userId: string,
    token: { readonly id: string; readonly name: string; readonly scopes: readonly string[]; readonly until: Date },
  ): Promise<string | 'full' | null>
  /**
   * The session of a token. Its id and device id are the token's id. Null if the token is unknown, revoked or expired.
   */
  findToken(secret: string): Promise<Session | null>
  /** The valid tokens, the newest first. */
  tokensOf(userId: string): Promise<Token[]>
  /** False: the person has no such token. */
  revokeToken(userId: string, id: string): Promise<boolean>
  /**
   * The labels of the devices on which a person wrote, by id: browsers that the person has not ended, and tokens,
   * revoked ones too.
   */
  deviceNamesOf(userId: string): Promise<ReadonlyMap<string, string>>
}

/** A passkey as its owner sees it. */
export type Passkey = {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  /** The time of the last log-in with the passkey. Null if there was none. */
  readonly usedAt: string | null
}
/** The part of a passkey with which its answers are checked (WebAuthn). */
export type Credential = {
  /** The authenticator's id of the credential, in base64url. */
  readonly credentialId: string
  /** The public key in COSE form. */
  readonly publicKey: Uint8Array
  /** The authenticator's own count of uses. 0 if it does not count. */
  readonly counter: number
  readonly transports: readonly string[]
}
/** The most passkeys of an account. */
export const MOST_PASSKEYS = 20

/** Passkeys as they are stored. The caller checks the authenticator's signatures. */
export interface Passkeys {
  /** The person's passkeys, the oldest first. */
  passkeysOf(userId: string): Promise<Passkey[]>
  credentialsOf(userId: string): Promise<Credential[]>
  /** Null: there is no such passkey, or its account is closed. */
  findCredential(credentialId: string): Promise<{ readonly credential: Credential; readonly user: User } | null>
  /** Null if the passkey is stored already, the account has MOST_PASSKEYS, or the account is gone. */
  addPasskey(userId: string, credential: Credential, name: string): Promise<Passkey | null>
  /** Records a use and the new counter. False: another use has changed the counter meanwhile. */
  usePasskey(credential: Credential, counter: number): Promise<boolean>
  /** Null: the person has no such passkey. */
  renamePasskey(userId: string, id: string, name: string): Promise<Passkey | null>
  /** 'needed': the passkey is the account's only second step, so it stays. Null: the person has no such passkey. */
  removePasskey(userId: string, id: string): Promise<'removed' | 'needed' | null>
}

/** The second step of an account's log-in by password. */
export type SecondFactor = {
  readonly since: string
  /**
   * Whether an authenticator app can be the second step. A passkey of the account and an unused recovery code always
   * can.
   */
  readonly totp: boolean
  /** The number of unused recovery codes. */
  readonly codesLeft: number
}

/** The second step of a log-in by password. The caller checks the codes of authenticator apps. */
export interface SecondFactors {
  /** Null: the account has no second step. */
  secondFactorOf(userId: string): Promise<SecondFactor | null>
  /**
   * Turns the second step on. `totp`: the secret of an authenticator app (base32), and the time step of a code that
   * proved that the person has the app. If `totp` is null, the account's passkeys are the second step. Returns new
   * recovery codes, which replace all others. Null: there is no such account, or it has neither `totp` nor a passkey.
   * 'busy': another call is changing this person's second step.
   */
  turnOnSecondFactor(
    userId: string,
    totp: { readonly secret: string; readonly step: number } | null,
  ): Promise<readonly string[] | 'busy' | null>
  /**
   * Turns the second step off, and removes the secret and the recovery codes. False: it was off. 'busy': see
   * turnOnSecondFactor.
   */
  turnOffSecondFactor(userId: string): Promise<boolean | 'busy'>
  /**
   * Makes ten recovery codes, which replace all others. Null: the account has no second step. 'busy': see
   * turnOnSecondFactor.
   */
  newRecoveryCodes(userId: string): Promise<readonly string[] | 'busy' | null>
  /** The secret of the account's authenticator app, in base32. Null if there is none. */
  totpSecretOf(userId: string): Promise<string | null>
  /** Marks the code of a time step as used. False: this code or a later one was used before. */
  spendTotpStep(userId: string, step: number): Promise<boolean>
  /** Marks a recovery code as used. False: the account has no such code, or it was used before. */
  spendRecoveryCode(userId: string, code: string): Promise<boolean>
  /** Runs `attempt` as one guess at the account (see verifyPassword). A result of null means a wrong guess. */
  guessSecondFactor<T>(
    userId: string,
    from: Origin,
    attempt: () => Promise<T | null>,
  ): Promise<T | TooManyGuesses | null>
}

/** A person's identity at an OIDC provider. */
export type AtProvider = { readonly issuer: string; readonly subject: string }

/** Links between accounts at an OIDC provider and accounts of Pathlight. */
export interface ProviderLinks {
  findByProvider(at: AtProvider): Promise<User | null>
  /**
   * Links an account at the provider with this person, and replaces the person's earlier link to that provider.
   * `account`: the person's name at the provider. False: the account is linked with another person, or there is no such
   * user.
   */
  linkProvider(userId: string, at: AtProvider, account: string): Promise<boolean>
  /** Null if there is no link. `since` is the time of the link (ISO 8601, UTC). */
  providerLinkOf(userId: string, issuer: string): Promise<{ readonly account: string; readonly since: string } | null>
  /** False: there is no link. */
  unlinkProvider(userId: string, issuer: string): Promise<boolean>
}

/** The purpose of a challenge. An answer for another purpose is invalid. */
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
/** `userId`: the person who must answer, or null if unknown. `value`: JSON that only the caller reads. */
export type Challenge = { readonly userId: string | null; readonly value: Readonly<Record<string, unknown>> }

/** Challenges that are still to be answered. */
export interface Challenges {
  /** Stores a challenge and returns its token: 256 random bits, base64url. */
  startChallenge(purpose: ChallengePurpose, challenge: Challenge): Promise<string>
  /**
   * Ends the challenge and returns it. Of concurrent calls one gets it. Null if it is unknown, expired or of another
   * purpose.
   */
  takeChallenge(purpose: ChallengePurpose, token: string): Promise<Challenge | null>
  /** Returns the challenge without ending it. */
  findChallenge(purpose: ChallengePurpose, token: string): Promise<Challenge | null>
}

/** A shared link: a copy of an item, sealed for a key that only the link has. */
export type Share = {
  readonly id: string
  readonly userId: string
  readonly kind: string
  readonly itemId: string
  /** The item's revision at the time of sharing. */
  readonly revision: number
  /** The key that sealed the copy. Only the key in the link opens the copy. */
  readonly publicKey: Uint8Array
  readonly copy: Uint8Array
  /** Whether the link shows later changes of the item. If so, the copy has no words. */
  readonly follows: boolean
  /** The end of the share. Null if it has none. */
  readonly until: Date | null
  readonly createdAt: Date
  /** `opened`: the number of visits. `openedAt`: the time of the last visit. */
  readonly opened: number
  readonly openedAt: Date | null
}

/** The most shares of a person at a time. */
export const MOST_SHARES = 200

/** The shares of people. Closing an account deletes its shares, and archives do not have them. */
export interface ShareStore {
  /** Stores or replaces the person's share with this id. False: the person has MOST_SHARES, or closed the account. */
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

/**
 * A session belongs to one device of a person. It ends by log-out, after its limits of time, with a new password, with
 * its device or account, or by an admin.
 */
export interface SessionStore {
  /**
   * Starts a session for a user from createUser or verifyPassword. Null if the password has changed since, or the
   * account is gone. A new password ends every session that was started with an older password, even at the same
   * moment, except the session that set the new one. `token`: the cookie's value, 256 random bits in base64url.
   * `deviceToken`: the value of the device's cookie, which is new for a new device.
   */
  startSession(
    user: Pick<User, 'id' | 'passwordGeneration'>,
    options: { remember: boolean; from: Origin },
  ): Promise<{ token: string; deviceToken: string; session: Session } | null>
  /**
   * The session of a cookie's token. Null if it is unknown, ended or expired. Extends the idle limit, with at most one
   * write a minute.
   */
  findSession(token: string): Promise<Session | null>
  endSession(token: string): Promise<void>
  /** Whether this session's account was closed within the last REMEMBERED_MS. */
  wasOfClosed(token: string): Promise<boolean>
  /** Those of `userIds` whose accounts were closed within the last REMEMBERED_MS while they had sessions. */
  closedOf(userIds: readonly string[]): Promise<ReadonlySet<string>>
  /** The ids of these users' valid sessions and tokens. Does not extend them. */
  livingSessions(userIds: readonly string[]): Promise<ReadonlySet<string>>
  /** The devices of a user, the last used first. Devices that the user ended are left out (AccountCare). */
  devicesOf(userId: string): Promise<Device[]>
}

/**
 * The identity store: accounts, sessions and everything else about people that is no event. Passwords are hashed by
 * argon2id. A token is returned once, and only its SHA-256 is stored. Names and addresses are sealed (DataKeys). Throws
 * StoreUnavailable (libs/stores) if the store cannot be reached.
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
   * Counts kilobytes that a person is about to write, and returns true. If the total would exceed `most`, counts
   * nothing and returns false. The total never decreases.
   */
  grantWriting(userId: string, kilobytes: number, most: number): Promise<boolean>
  /**
   * Uses a thing that works once, such as a solved challenge. True for the first call of all processes within
   * `windowMs` milliseconds, false for every other. `name` identifies the thing; only its hash is stored.
   */
  spendOnce(name: string, windowMs: number): Promise<boolean>
  /**
   * Deletes expired records, such as sessions, tokens and counts, and returns their number. Import claims are not
   * counted.
   */
  sweep(): Promise<number>
}
