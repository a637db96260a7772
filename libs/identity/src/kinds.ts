/** What a field holds. `json`: any JSON; `texts`: a list of texts. With a question mark it may be null. */
type FieldType = 'text' | 'whole' | 'flag' | 'time' | 'bytes' | 'texts' | 'json'
export type Field = FieldType | `${FieldType}?`

type Kind = {
  readonly fields: Readonly<Record<string, Field>>
  /** The fields by which a record is known. */
  readonly key: readonly string[]
  /** Fields of which no two records have the same value. */
  readonly unique?: readonly string[]
  /** Fields by which records are asked for. */
  readonly indexes?: readonly string[]
}

/**
 * Everything that identity stores. Engines make their tables and collections of it, and archives their rows. A field that is added here is added to what
 * an older version stored, as null, 0 or an empty list. A `userId` names a record of `users`.
 */
export const KINDS = {
  users: {
    fields: {
      id: 'text',
      // Names and addresses are sealed under the account's own key, and found by keyed hashes (account-fields.ts).
      username: 'text',
      email: 'text',
      usernameKey: 'text',
      emailKey: 'text',
      passwordHash: 'text',
      language: 'text',
      createdAt: 'time',
      // Null: the account is closed, or is being closed, and its personal data can never be read again.
      wrappedDataKey: 'bytes?',
      // Sessions and reset links of another generation have ended, whether or not they are gone yet ...
      generation: 'whole',
      // ... but the session (its id) from which the last new password was set.
      keptSession: 'text?',
      // Under what a repeat of the last new password by a link is known (repeatName).
      resetBy: 'text?',
      emailVerifiedAt: 'time?',
      // The address that the account is to have, and until when its link works.
      newEmail: 'text?',
      newEmailUntil: 'time?',
      // The address that the account had, and until when the change can be taken back.
      previousEmail: 'text?',
      previousEmailKey: 'text?',
      previousEmailUntil: 'time?',
      adminBy: 'text?',
      lockedAt: 'time?',
      looksByMail: 'flag?',
      // Since when a log-in by password needs a second step; null: it needs none.
      secondFactorSince: 'time?',
      // Of a closed account only the id and this are left.
      closedAt: 'time?',
    },
    key: ['id'],
    unique: ['usernameKey', 'emailKey'],
    indexes: ['previousEmailKey', 'adminBy', 'looksByMail', 'closedAt'],
  },
  sessions: {
    fields: {
      tokenHash: 'bytes',
      id: 'text',
      userId: 'text',
      generation: 'whole',
      createdAt: 'time',
      expiresAt: 'time',
      // True: expiresAt is fixed. False: it slides with use.
      remember: 'flag',
      // Null: started before there were devices.
      deviceId: 'text?',
    },
    key: ['tokenHash'],
    indexes: ['userId', 'expiresAt'],
  },
  // `endedAt`: the user ended the device. Its label still names what was written on it.
  devices: {
    fields: { id: 'text', userId: 'text', label: 'text', firstSeenAt: 'time', lastSeenAt: 'time', endedAt: 'time?' },
    key: ['id'],
    indexes: ['userId'],
  },
  // Network addresses from which the user signed in, so that they are known there.
  addresses: {
    fields: { userId: 'text', addressHash: 'bytes', seenAt: 'time' },
    key: ['userId', 'addressHash'],
    indexes: ['userId'],
  },
  // What is counted until a time; `by`: the values that are counted already, where a repeat counts once.
  counts: {
    fields: { name: 'text', count: 'whole', until: 'time', by: 'texts' },
    key: ['name'],
    indexes: ['until'],
  },
  // Links to a new password, each good for one generation of the user.
  reset_links: {
    fields: { tokenHash: 'bytes', userId: 'text', generation: 'whole', expiresAt: 'time' },
    key: ['tokenHash'],
    indexes: ['userId', 'expiresAt'],
  },
  // Links to an address of an account: the one it has, the one it is to have, or the one it had. `email` is sealed as the account's is.
  email_links: {
    fields: { tokenHash: 'bytes', userId: 'text', purpose: 'text', email: 'text', expiresAt: 'time' },
    key: ['tokenHash'],
    indexes: ['userId', 'expiresAt'],
  },
  // Passkeys (WebAuthn). `name` is sealed as the account's names are; the authenticator made `credentialId`.
  passkeys: {
    fields: {
      ...{
        id: 'text',
        userId: 'text',
        credentialId: 'text',
        publicKey: 'bytes',
        counter: 'whole',
        transports: 'texts',
      },
      ...{ name: 'text', createdAt: 'time', usedAt: 'time?' },
    },
    key: ['id'],
    unique: ['credentialId'],
    indexes: ['userId'],
  },
  // The sealed secret of a person's authenticator app, and the time step (RFC 6238) of the last code that was taken.
  totp: {
    fields: { userId: 'text', secret: 'text', since: 'time', lastStep: 'whole' },
    key: ['userId'],
  },
  // Recovery codes that were not used yet, as hashes.
  recovery_codes: {
    fields: { userId: 'text', codeHash: 'bytes', madeAt: 'time' },
    key: ['userId', 'codeHash'],
    indexes: ['userId'],
  },
  // Accounts at an OIDC provider. `id`: the keyed hash of issuer and subject; `account`: what the person is called there, sealed.
  provider_links: {
    fields: { id: 'text', userId: 'text', issuer: 'text', account: 'text', since: 'time' },
    key: ['id'],
    indexes: ['userId'],
  },
  // What was asked of a caller and not answered yet; `userId`: of whom it was asked, null where that is not known yet. `value` is sealed under the token.
  challenges: {
    fields: { tokenHash: 'bytes', purpose: 'text', userId: 'text?', value: 'json', expiresAt: 'time' },
    key: ['tokenHash'],
    indexes: ['userId', 'expiresAt'],
  },
  // What a person brings from elsewhere: one a person.
  imports: {
    fields: { id: 'text', userId: 'text', state: 'json', begunAt: 'time' },
    key: ['id'],
    indexes: ['userId', 'begunAt'],
  },
  import_pieces: {
    fields: { importId: 'text', number: 'whole', userId: 'text', piece: 'bytes', keptAt: 'time' },
    key: ['importId', 'number'],
    indexes: ['importId', 'userId', 'keptAt'],
  },
  // The file of a person's that comes just now.
  import_claims: {
    fields: { userId: 'text', claim: 'text', until: 'time' },
    key: ['userId'],
    indexes: ['until'],
  },
  // Messages of the contact form until they are mailed, each sealed under a key of its own.
  messages: {
    fields: { id: 'text', wrappedDataKey: 'bytes', sealed: 'text', keptAt: 'time' },
    key: ['id'],
  },
  // Invitations to sign up (invitations.ts). `email`: the one address that it is for, sealed under a key of the invitation's own. `by`: the admin.
  invitations: {
    fields: {
      id: 'text',
      wrappedDataKey: 'bytes?',
      email: 'text?',
      emailKey: 'text?',
      people: 'whole',
      by: 'text',
      madeAt: 'time',
      until: 'time',
    },
    key: ['id'],
    indexes: ['until'],
  },
  // The places of an invitation that are taken, numbered from 0, each by the account that was made with it.
  invited: {
    fields: { invitationId: 'text', place: 'whole', accountId: 'text', takenAt: 'time' },
    key: ['invitationId', 'place'],
    unique: ['accountId'],
    indexes: ['invitationId'],
  },
  // Personal access tokens, each good for one generation of the user. The device of the same id has the token's name.
  tokens: {
    fields: {
      tokenHash: 'bytes',
      id: 'text',
      userId: 'text',
      generation: 'whole',
      scopes: 'texts',
      createdAt: 'time',
      expiresAt: 'time',
      usedAt: 'time?',
    },
    key: ['tokenHash'],
    unique: ['id'],
    indexes: ['userId', 'expiresAt'],
  },
  // What people share by a link. `copy` is sealed for the key of the link, which is not here; `publicKey`: what seals for it.
  shares: {
    fields: {
      id: 'text',
      userId: 'text',
      kind: 'text',
      itemId: 'text',
      revision: 'whole',
      publicKey: 'bytes',
      copy: 'bytes',
      follows: 'flag',
      until: 'time?',
      createdAt: 'time',
      opened: 'whole',
      openedAt: 'time?',
    },
    key: ['id'],
    indexes: ['userId', 'until'],
  },
  // By what another master key is noticed: one record.
  master_key: { fields: { onlyRow: 'flag', check: 'bytes' }, key: ['onlyRow'] },
  // The epochs by whose keys data keys may be wrapped; the keys themselves are in no database. The last is the present one.
  key_epochs: { fields: { nth: 'whole', id: 'text', since: 'time' }, key: ['nth'] },
  // What is remembered, by name: of archives, of the log, of texts that admins brought.
  archives: { fields: { name: 'text', value: 'json' }, key: ['name'] },
} as const satisfies Readonly<Record<string, Kind>>

export type KindName = keyof typeof KINDS

type Values = {
  text: string
  whole: number
  flag: boolean
  time: Date
  bytes: Uint8Array
  texts: readonly string[]
  json: unknown
}
type ValueOf<F> = F extends `${infer T extends FieldType}?` ? Values[T] | null : F extends FieldType ? Values[F] : never

/** A record of a kind. */
export type RecordOf<K extends KindName> = {
  readonly [F in keyof (typeof KINDS)[K]['fields']]: ValueOf<(typeof KINDS)[K]['fields'][F]>
}

/** A kind, for whoever does the same with all of them. */
export const kindOf = (name: KindName): Kind => KINDS[name]
/** What a field holds where it is not null. */
export const typeOf = (field: Field): FieldType => field.replace('?', '') as FieldType
