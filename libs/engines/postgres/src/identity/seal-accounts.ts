import { type ArchivedKeys, sealAccount } from '@pathlight/identity/archived-accounts.ts'
import { type ArchivedRow, ROWS } from '@pathlight/identity/identity-archive.ts'
import type { PostgresParts } from './parts.ts'
import { IN_CLEAR } from './schema.ts'

type Row = ArchivedRow & { readonly id: string; readonly wrapped: Buffer }

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: insufficient_privilege. */
const MAY_NOT = '42501'

/**
 * Seals the accounts that an older version left in clear, and those whose keys are wrapped by the master key. Then the tables are written
 * anew and the log of the database is cut off, so that no file of it has them in clear any more. What was killed goes on at the next start.
 */
export const sealPostgresAccounts = async (query: PostgresParts['query'], keys: ArchivedKeys): Promise<void> => {
  const { fields } = keys
  const clear = () =>
    query<Row>(
      `SELECT id, wrapped_data_key AS wrapped, username, username_key AS "usernameKey", email, email_key AS "emailKey",
         new_email AS "newEmail", previous_email AS "previousEmail", previous_email_key AS "previousEmailKey"
       FROM identity.users
       WHERE wrapped_data_key IS NOT NULL AND (get_byte(wrapped_data_key, 0) = 1 OR NOT starts_with(username, '~')) LIMIT $1`,
      [ROWS],
    )

  // Their closing was begun: nobody has these names any more.
  await query(
    `UPDATE identity.users SET username = '', email = '', username_key = 'closed ' || id, email_key = 'closed ' || id, new_email = NULL,
       previous_email = NULL, previous_email_key = NULL
     WHERE wrapped_data_key IS NULL AND username <> '' AND NOT starts_with(username, '~')`,
  )
  for (let rows = await clear(); rows.length > 0; rows = await clear()) {
    for (const { id, wrapped, ...account } of rows) {
      const sealed = sealAccount(fields, account, id, wrapped)
      const names = ['username', 'usernameKey', 'email', 'emailKey', 'newEmail', 'previousEmail', 'previousEmailKey']
      await query(
        `UPDATE identity.users SET wrapped_data_key = $3, username = $4, username_key = $5, email = $6, email_key = $7, new_email = $8,
           previous_email = $9, previous_email_key = $10
         WHERE id = $1 AND wrapped_data_key = $2`,
        [id, wrapped, await keys.fromArchive(id, wrapped), ...names.map((name) => sealed[name])],
      )
    }
  }
  const links = await query<{ token_hash: Buffer; user_id: string; email: string; wrapped: Buffer }>(
    `SELECT token_hash, user_id, l.email, wrapped_data_key AS wrapped FROM identity.email_links l JOIN identity.users u ON u.id = user_id
     WHERE strpos(l.email, '@') > 0 AND wrapped_data_key IS NOT NULL`,
  )
  for (const { token_hash, user_id, email, wrapped } of links)
    await query('UPDATE identity.email_links SET email = $2 WHERE token_hash = $1', [
      token_hash,
      fields.seal(email, 'address', user_id, wrapped),
    ])
  const remains = await query('SELECT FROM identity.archives WHERE name = $1', [IN_CLEAR])
  if (remains.length > 0) await cutOff(query)
}

const cutOff = async (query: PostgresParts['query']): Promise<void> => {
  for (const table of ['users', 'email_links']) await query(`VACUUM FULL identity.${table}`)
  try {
    // What was written before the last checkpoint is needed no more, and its segments go with the one after.
    await query('CHECKPOINT')
    await query('SELECT pg_switch_wal()')
    await query('CHECKPOINT')
  } catch (error) {
    // A database of the operator's own, whose log is theirs: docs/operations.md says so.
    const { code } = ((error as Error).cause ?? error) as { code?: string }
    if (code !== MAY_NOT) throw error
  }
  await query('DELETE FROM identity.archives WHERE name = $1', [IN_CLEAR])
}
