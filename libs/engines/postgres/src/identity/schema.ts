import type { Pool } from 'pg'

/** Any number will do that nothing else in the database uses for its advisory locks. */
const SCHEMA_LOCK = 7_217_349_102

/** What identity.archives remembers while the files of the database may have accounts in clear, as versions without epochs wrote them. */
export const IN_CLEAR = 'accounts in clear'

const BEFORE_EPOCHS = `SELECT to_regclass('identity.users') IS NOT NULL AND to_regclass('identity.key_epochs') IS NULL AS "isOlder"`

/** Makes what is missing; several processes may start at once. */
export async function makeIdentitySchema(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK])
    const [before] = (await client.query<{ isOlder: boolean }>(BEFORE_EPOCHS)).rows
    await client.query(TABLES)
    // Closed accounts leave nothing in the rows, and their names in the files.
    if (before?.isOlder)
      await client.query(`INSERT INTO identity.archives (name, value) VALUES ($1, '{}') ON CONFLICT DO NOTHING`, [
        IN_CLEAR,
      ])
    // Altering locks a table against every other process, so only where it is needed.
    const { rows } = await client.query<{ name: string }>(COLUMNS)
    const there = new Set(rows.map(({ name }) => name))
    for (const [column, add] of ADDED_LATER) if (!there.has(column)) await client.query(add)
    await client.query('COMMIT')
    client.release()
  } catch (error) {
    // The connection goes, and with it the transaction.
    client.release(true)
    throw error
  }
}

const TABLES = `
  CREATE SCHEMA IF NOT EXISTS identity;

  CREATE TABLE IF NOT EXISTS identity.master_key (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    "check" bytea NOT NULL
  );

  -- The epochs by whose keys data keys may be wrapped; the keys themselves are in no database. The last is the present one.
  CREATE TABLE IF NOT EXISTS identity.key_epochs (
    nth integer PRIMARY KEY,
    id text NOT NULL,
    since timestamptz NOT NULL
  );

  CREATE TABLE IF NOT EXISTS identity.users (
    id text PRIMARY KEY,
    -- Names and addresses are sealed under the account's own key, and found by keyed hashes (account-fields.ts).
    username text NOT NULL,
    email text NOT NULL,
    username_key text NOT NULL UNIQUE,
    email_key text NOT NULL UNIQUE,
    password_hash text NOT NULL,
    language text NOT NULL,
    created_at timestamptz NOT NULL,
    -- Sessions of another generation have ended, whether or not their rows are gone yet.
    generation integer NOT NULL DEFAULT 0,
    -- Null: the account is closed and its personal data can never be read again.
    wrapped_data_key bytea
  );

  CREATE TABLE IF NOT EXISTS identity.sessions (
    token_hash bytea PRIMARY KEY,
    id text NOT NULL UNIQUE,
    user_id text NOT NULL REFERENCES identity.users ON DELETE CASCADE,
    generation integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    -- true: expires_at is fixed. false: it slides with use.
    remember boolean NOT NULL,
    -- Null: started before there were devices.
    device_id text
  );
  CREATE TABLE IF NOT EXISTS identity.devices (
    id text PRIMARY KEY,
    user_id text NOT NULL REFERENCES identity.users ON DELETE CASCADE,
    label text NOT NULL,
    first_seen_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL
  );
  CREATE INDEX IF NOT EXISTS devices_user_id ON identity.devices (user_id);
  CREATE INDEX IF NOT EXISTS sessions_user_id ON identity.sessions (user_id);
  CREATE INDEX IF NOT EXISTS sessions_expires_at ON identity.sessions (expires_at);
  CREATE INDEX IF NOT EXISTS sessions_forgotten_by ON identity.sessions (created_at) WHERE NOT remember;

  -- Network addresses from which the user signed in, so that they are known there.
  CREATE TABLE IF NOT EXISTS identity.addresses (
    user_id text NOT NULL REFERENCES identity.users ON DELETE CASCADE,
    address_hash bytea NOT NULL,
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, address_hash)
  );

  CREATE TABLE IF NOT EXISTS identity.counts (
    name text PRIMARY KEY,
    count integer NOT NULL,
    until timestamptz NOT NULL
  );
  CREATE INDEX IF NOT EXISTS counts_until ON identity.counts (until);

  -- Held one token a user, so that a stranger could make the owner's useless by asking for another.
  DROP TABLE IF EXISTS identity.reset_tokens;
  CREATE TABLE IF NOT EXISTS identity.reset_links (
    token_hash bytea PRIMARY KEY,
    user_id text NOT NULL REFERENCES identity.users ON DELETE CASCADE,
    -- Good for this generation of the user only: a new password ends all of them.
    generation integer NOT NULL,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX IF NOT EXISTS reset_links_user_id ON identity.reset_links (user_id);
  CREATE INDEX IF NOT EXISTS reset_links_expires_at ON identity.reset_links (expires_at);

  -- What a person brings from elsewhere: one a person. Its pieces are sealed under their key.
  CREATE TABLE IF NOT EXISTS identity.imports (
    id text PRIMARY KEY,
    user_id text NOT NULL REFERENCES identity.users ON DELETE CASCADE,
    state jsonb NOT NULL,
    begun_at timestamptz NOT NULL
  );
  CREATE INDEX IF NOT EXISTS imports_user_id ON identity.imports (user_id);
  CREATE INDEX IF NOT EXISTS imports_begun_at ON identity.imports (begun_at);
  CREATE TABLE IF NOT EXISTS identity.import_pieces (
    import_id text NOT NULL,
    number integer NOT NULL,
    user_id text NOT NULL REFERENCES identity.users ON DELETE CASCADE,
    piece bytea NOT NULL,
    kept_at timestamptz NOT NULL,
    PRIMARY KEY (import_id, number)
  );
  CREATE INDEX IF NOT EXISTS import_pieces_user_id ON identity.import_pieces (user_id);
  CREATE INDEX IF NOT EXISTS import_pieces_kept_at ON identity.import_pieces (kept_at);

  -- The one file of a person's that comes just now: under its claim its pieces are kept.
  CREATE TABLE IF NOT EXISTS identity.import_claims (
    user_id text PRIMARY KEY REFERENCES identity.users ON DELETE CASCADE,
    claim text NOT NULL,
    until timestamptz NOT NULL
  );
  CREATE INDEX IF NOT EXISTS import_claims_until ON identity.import_claims (until);
  -- Messages of the contact form until they are mailed, each sealed under a key of its own.
  CREATE TABLE IF NOT EXISTS identity.messages (
    id text PRIMARY KEY,
    wrapped_data_key bytea NOT NULL,
    sealed text NOT NULL,
    kept_at timestamptz NOT NULL
  );

  -- What is remembered of archives: the last that was written, and the one that was read into this database.
  CREATE TABLE IF NOT EXISTS identity.archives (
    name text PRIMARY KEY,
    value jsonb NOT NULL
  );

  -- Links to an address of an account: to the one it has, the one it is to have, or the one it had.
  CREATE TABLE IF NOT EXISTS identity.email_links (
    token_hash bytea PRIMARY KEY,
    user_id text NOT NULL REFERENCES identity.users ON DELETE CASCADE,
    purpose text NOT NULL,
    email text NOT NULL,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX IF NOT EXISTS email_links_user_id ON identity.email_links (user_id);
  CREATE INDEX IF NOT EXISTS email_links_expires_at ON identity.email_links (expires_at);
`

const COLUMNS = `
  SELECT relname || '.' || attname AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE attrelid IN ('identity.users'::regclass, 'identity.sessions'::regclass, 'identity.devices'::regclass, 'identity.counts'::regclass) AND attnum > 0 AND NOT attisdropped`

/** What a database of an older version lacks: how each column is added. */
const ADDED_LATER: readonly (readonly [column: string, add: string])[] = [
  ['users.generation', 'ALTER TABLE identity.users ADD COLUMN generation integer NOT NULL DEFAULT 0'],
  ['sessions.generation', 'ALTER TABLE identity.sessions ADD COLUMN generation integer NOT NULL DEFAULT 0'],
  ['sessions.device_id', 'ALTER TABLE identity.sessions ADD COLUMN device_id text'],
  ['users.email_verified_at', 'ALTER TABLE identity.users ADD COLUMN email_verified_at timestamptz'],
  // The address that the account is to have, until when its link works.
  ['users.new_email', 'ALTER TABLE identity.users ADD COLUMN new_email text, ADD COLUMN new_email_until timestamptz'],
  // The address that the account had, and until when the change can be taken back.
  [
    'users.previous_email',
    `ALTER TABLE identity.users ADD COLUMN previous_email text, ADD COLUMN previous_email_key text,
       ADD COLUMN previous_email_until timestamptz;
     CREATE INDEX ON identity.users (previous_email_key) WHERE previous_email_key IS NOT NULL`,
  ],
  // Of a closed account only the id and this are left.
  ['users.closed_at', 'ALTER TABLE identity.users ADD COLUMN closed_at timestamptz'],
  // By what its owner is an admin; null: they are none.
  [
    'users.admin_by',
    `ALTER TABLE identity.users ADD COLUMN admin_by text;
     CREATE INDEX ON identity.users (username_key) WHERE admin_by IS NOT NULL`,
  ],
  // Since when an admin has locked the account; null: it is not locked.
  ['users.locked_at', 'ALTER TABLE identity.users ADD COLUMN locked_at timestamptz'],
  // Whether the person is told by mail of what admins look at.
  [
    'users.looks_by_mail',
    `ALTER TABLE identity.users ADD COLUMN looks_by_mail boolean DEFAULT false;
     CREATE INDEX ON identity.users (id) WHERE looks_by_mail`,
  ],
  // Set: the user ended the device. Its label still names what was written on it.
  // Under what a repeat of the last new password by a link is known.
  ['users.reset_by', 'ALTER TABLE identity.users ADD COLUMN reset_by text'],
  // The values that are counted already, where a repeat counts once.
  ['counts.by', `ALTER TABLE identity.counts ADD COLUMN by text[] NOT NULL DEFAULT '{}'`],
  ['devices.ended_at', 'ALTER TABLE identity.devices ADD COLUMN ended_at timestamptz'],
]
