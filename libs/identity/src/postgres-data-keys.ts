import { translate } from '@pathlight/stores/postgres-pool.ts'
import type { Pool } from 'pg'
import { newWrappedDataKey, unwrapDataKey } from './data-key.ts'
import type { DataKeys } from './data-keys.ts'
import { assertMasterKey, masterKeyCheck } from './master-key.ts'
import { makeIdentitySchema } from './postgres-schema.ts'

/**
 * The data keys in PostgreSQL, beside the accounts. Throws WrongMasterKey when the database was written with another
 * master key.
 */
export async function postgresDataKeys({
  pool,
  masterKey,
  takeKeyWhereEmpty = false,
}: {
  pool: Pool
  masterKey: Uint8Array
  /** Where there are no accounts, this key takes the place of the one that the database was made with. */
  takeKeyWhereEmpty?: boolean
}): Promise<DataKeys> {
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
  if (takeKeyWhereEmpty)
    await query('UPDATE identity.master_key SET "check" = $1 WHERE NOT EXISTS (SELECT FROM identity.users)', [
      masterKeyCheck(masterKey),
    ])
  const [stored] = await query<{ check: Buffer }>('SELECT "check" FROM identity.master_key')
  assertMasterKey(masterKey, stored?.check ?? Buffer.alloc(0))

  return {
    newKey: (userId) => newWrappedDataKey(masterKey, userId),

    async keyOf(userId) {
      const [row] = await query<{ wrapped_data_key: Buffer | null }>(
        'SELECT wrapped_data_key FROM identity.users WHERE id = $1',
        [userId],
      )
      return row?.wrapped_data_key ? unwrapDataKey(masterKey, userId, row.wrapped_data_key) : null
    },

    async destroy(userId) {
      await query('UPDATE identity.users SET wrapped_data_key = NULL WHERE id = $1', [userId])
    },
  }
}
