import type { ArchivedKeys } from '@pathlight/identity/archived-accounts.ts'
import type { DataKeys } from '@pathlight/identity/data-keys.ts'
import { ROWS } from '@pathlight/identity/identity-archive.ts'
import { assertMasterKey, masterKeyCheck } from '@pathlight/identity/master-key.ts'
import {
  type KeyStore,
  type KnownEpoch,
  type WrappedKeysOptions,
  wrappedKeys,
} from '@pathlight/identity/wrapped-keys.ts'
import type { Pool } from 'pg'
import { translate } from '../connection/pool.ts'
import { makeIdentitySchema } from './schema.ts'
import { sealPostgresAccounts } from './seal-accounts.ts'

/** Ids are UUIDs, so none is in both. */
const WITH_KEYS = ['users', 'messages'] as const

/**
 * The data keys in PostgreSQL, beside the accounts. Accounts that an older version left in clear are sealed here. Throws WrongMasterKey when
 * the database was written with another master key.
 */
export async function postgresDataKeys({
  pool,
  takeKeyWhereEmpty = false,
  ...options
}: WrappedKeysOptions & {
  readonly pool: Pool
  /** Where there are no accounts, this key takes the place of the one that the database was made with. */
  readonly takeKeyWhereEmpty?: boolean
}): Promise<DataKeys & ArchivedKeys> {
  const { masterKey } = options
  const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> => {
    try {
      return (await pool.query<Row>(text, values)).rows
    } catch (error) {
      throw translate(error)
    }
  }
  await makeIdentitySchema(pool).catch((error) => {
    throw translate(error)
  })
  await query('INSERT INTO identity.master_key ("check") VALUES ($1) ON CONFLICT DO NOTHING', [
    masterKeyCheck(masterKey),
  ])
  const isNew =
    takeKeyWhereEmpty &&
    (
      await query(
        'UPDATE identity.master_key SET "check" = $1 WHERE NOT EXISTS (SELECT FROM identity.users) RETURNING 1',
        [masterKeyCheck(masterKey)],
      )
    ).length > 0
  const [stored] = await query<{ check: Buffer }>('SELECT "check" FROM identity.master_key')
  assertMasterKey(masterKey, stored?.check ?? Buffer.alloc(0))

  const store: KeyStore = {
    epochs: () => query<KnownEpoch>('SELECT nth, id, since FROM identity.key_epochs ORDER BY nth'),

    async addEpoch({ nth, id, since }) {
      const added = await query(
        'INSERT INTO identity.key_epochs (nth, id, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1',
        [nth, id, since],
      )
      return added.length > 0
    },

    async dropEpoch(nth) {
      await query('DELETE FROM identity.key_epochs WHERE nth = $1', [nth])
    },

    async wrapped(userId) {
      const [row] = await query<{ wrapped_data_key: Buffer | null }>(
        'SELECT wrapped_data_key FROM identity.users WHERE id = $1',
        [userId],
      )
      return row?.wrapped_data_key ?? null
    },

    async *all() {
      for (const table of WITH_KEYS)
        for (let [after, more] = ['', true]; more; ) {
          const rows = await query<{ id: string; wrapped: Buffer }>(
            `SELECT id, wrapped_data_key AS wrapped FROM identity.${table}
             WHERE id > $1 AND wrapped_data_key IS NOT NULL ORDER BY id LIMIT $2`,
            [after, ROWS],
          )
          yield rows
          after = rows.at(-1)?.id ?? ''
          more = rows.length === ROWS
        }
    },

    async replace(id, before, after) {
      for (const table of WITH_KEYS)
        await query(`UPDATE identity.${table} SET wrapped_data_key = $3 WHERE id = $1 AND wrapped_data_key = $2`, [
          id,
          before,
          after,
        ])
    },

    async destroy(userId) {
      await query('UPDATE identity.users SET wrapped_data_key = NULL WHERE id = $1', [userId])
    },
  }
  const keys = await wrappedKeys(store, { ...options, isNew })
  await sealPostgresAccounts(query, keys)
  return keys
}
