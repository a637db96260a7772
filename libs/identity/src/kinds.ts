/** The type of a field. `json`: any JSON; `texts`: a list of texts. A field with a question mark may be null. */
type FieldType = 'text' | 'whole' | 'flag' | 'time' | 'bytes' | 'texts' | 'json'
export type Field = FieldType | `${FieldType}?`

type Kind = {
  readonly fields: Readonly<Record<string, Field>>
  /** The fields of a record's primary key. */
  readonly key: readonly string[]
  /** Fields of which each is unique by itself. */
  readonly unique?: readonly string[]
  /** Fields that have an index each. */
  readonly indexes?: readonly string[]
}

/**
 * Everything that the identity store has. Engines make their tables and collections from this list, and archives their
 * rows. Records of an older version have null, 0, false or an empty list in a new field. A `userId` names a record of
 * `users`.
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
      // Null: the account is closed or being closed, or its key was lost before a restore. Its personal data can never
      // be opened again.
      wrappedDataKey: 'bytes?',
      // Sessions, tokens and reset links of another generation have ended, even if they are not deleted yet.
      generation: 'whole',
      // The id of the session that set the last new password. It stays valid in later generations.
      keptSession: 'text?',
      // The name of the last password reset (repeatName). A repeat is recognised by it.
      resetBy: 'text?',
      emailVerifiedAt: 'time?',
      // The requested new address, and the time at which its link expires.
      newEmail: 'text?',
      newEmailUntil: 'time?',
      // The address before the last change, and the time until which that change can be undone.
      previousEmail: 'text?',
      previousEmailKey: 'text?',
      previousEmailUntil: 'time?',
      adminBy: 'text?',
      lockedAt: 'time?',
      looksByMail: 'flag?',
      // The time since which a log-in by password needs a second step. Null: it needs none.
      secondFactorSince: 'time?',
      // The time of the closing. A closed account has no name, address, password or data key any more.
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
      // True: `expiresAt` is fixed. False: use extends it.
      remember: 'flag',
      // Null in sessions of older versions.
      deviceId: 'text?',
      // The time at which a use of the session was last noted on its device. Null: no use was noted since the log-in.
      seenAt: 'time?',
    },
    key: ['tokenHash'],
    indexes: ['userId', 'expiresAt'],
  },
  // `endedAt`: the time at which the user ended the device. The record stays, because the audit shows its label.
  // `lastSeenAt` of a browser is at most an hour older than the last use.
  devices: {
    fields: { id: 'text', userId: 'text', label: 'text', firstSeenAt: 'time', lastSeenAt: 'time', endedAt: 'time?' },
    key: ['id'],
    indexes: ['userId'],
  },
  // Network addresses from which the user signed in. Later log-ins from them are recognised.
  addresses: {
    fields: { userId: 'text', addressHash: 'bytes', seenAt: 'time' },
    key: ['userId', 'addressHash'],
    indexes: ['userId'],
  },
  // Counts in a window of time. `by`: the values that were counted, if a repeated value counts once.
  counts: {
    fields: { name: 'text', count: 'whole', until: 'time', by: 'texts' },
    key: ['name'],
    indexes: ['until'],
  },
  // Reset links, each valid for one generation of the user.
  reset_links: {
    fields: { tokenHash: 'bytes', userId: 'text', generation: 'whole', expiresAt: 'time' },
    key: ['tokenHash'],
    indexes: ['userId', 'expiresAt'],
  },
  // Mailed links to an address of an account: its present, a requested or an earlier one. `email` is sealed like the
  // account's.
  email_links: {
    fields: { tokenHash: 'bytes', userId: 'text', purpose: 'text', email: 'text', expiresAt: 'time' },
    key: ['tokenHash'],
    indexes: ['userId', 'expiresAt'],
  },
  // Passkeys (WebAuthn). `name` is sealed like the account's names; `credentialId` comes from the authenticator.
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
  // The sealed secret of a person's authenticator app, and the time step (RFC 6238) of the last accepted code.
  totp: {
    fields: { userId: 'text', secret: 'text', since: 'time', lastStep: 'whole' },
    key: ['userId'],
  },
  // Unused recovery codes, as hashes.
  recovery_codes: {
    fields: { userId: 'text', codeHash: 'bytes', madeAt: 'time' },
    key: ['userId', 'codeHash'],
    indexes: ['userId'],
  },
  // Accounts at an OIDC provider. `id`: the keyed hash of issuer and subject; `account`: the person's name at the
  // provider, sealed.
  provider_links: {
    fields: { id: 'text', userId: 'text', issuer: 'text', account: 'text', since: 'time' },
    key: ['id'],
    indexes: ['userId'],
  },
  // Open challenges. `userId`: the person who must answer, or null if unknown. `value` is sealed with a key that is
  // derived from the token.
  challenges: {
    fields: { tokenHash: 'bytes', purpose: 'text', userId: 'text?', value: 'json', expiresAt: 'time' },
    key: ['tokenHash'],
    indexes: ['userId', 'expiresAt'],
  },
  // Imports, at most one of each person.
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
  // The claims of running uploads.
  import_claims: {
    fields: { userId: 'text', claim: 'text', until: 'time' },
    key: ['userId'],
    indexes: ['until'],
  },
  // Messages of the contact form that wait to be mailed. Each is sealed under a key of its own.
  messages: {
    fields: { id: 'text', wrappedDataKey: 'bytes', sealed: 'text', keptAt: 'time' },
    key: ['id'],
  },
  // Invitations to sign up. `email`: the only address that may use the invitation, sealed under the invitation's own
  // key. `by`: the admin's id.
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
  // The taken places of invitations, numbered from 0, each with the id of its account.
  invited: {
    fields: { invitationId: 'text', place: 'whole', accountId: 'text', takenAt: 'time' },
    key: ['invitationId', 'place'],
    unique: ['accountId'],
    indexes: ['invitationId'],
  },
  // Personal access tokens, each valid for one generation of the user. The token's name is in the record of `devices`
  // with the same id.
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
  // Shares by a link. `copy` is sealed with `publicKey`. Only the link has the key that opens it.
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
  // One record: a check value that differs for another master key.
  master_key: { fields: { onlyRow: 'flag', check: 'bytes' }, key: ['onlyRow'] },
  // The epochs whose keys may wrap data keys. The last one is the present epoch. The keys are in no database.
  key_epochs: { fields: { nth: 'whole', id: 'text', since: 'time' }, key: ['nth'] },
  // Facts by name, such as the last archive and the texts that admins added.
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

export type RecordOf<K extends KindName> = {
  readonly [F in keyof (typeof KINDS)[K]['fields']]: ValueOf<(typeof KINDS)[K]['fields'][F]>
}

/** A kind with the type that all kinds share, for code that loops over all of them. */
export const kindOf = (name: KindName): Kind => KINDS[name]
/** The type of a field without its question mark. */
export const typeOf = (field: Field): FieldType => field.replace('?', '') as FieldType
/** The names of a kind's fields, except those in `without`. */
export const fieldsOf = (name: KindName, without: readonly unknown[] = []): string[] =>
  Object.keys(kindOf(name).fields).filter((field) => !without.includes(field))
