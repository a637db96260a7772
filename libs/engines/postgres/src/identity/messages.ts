import type { DataKeys } from '@pathlight/identity/data-keys.ts'
import type { MessageStore } from '@pathlight/identity/identity.ts'
import type { PostgresParts } from './parts.ts'

type Parts = Pick<PostgresParts, 'query' | 'now'> & { readonly keys: Pick<DataKeys, 'newKey' | 'fields'> }

/** Messages of the contact form in PostgreSQL. */
export const postgresMessages = ({ query, now, keys }: Parts): MessageStore => ({
  async keepMessage(id, text) {
    const wrapped = await keys.newKey(id)
    await query(
      'INSERT INTO identity.messages (id, wrapped_data_key, sealed, kept_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [id, wrapped, keys.fields.seal(text, 'message', id, wrapped), now()],
    )
  },

  async findMessage(id) {
    const [row] = await query<{ wrapped: Buffer; sealed: string }>(
      'SELECT wrapped_data_key AS wrapped, sealed FROM identity.messages WHERE id = $1',
      [id],
    )
    return row ? keys.fields.open(row.sealed, 'message', id, row.wrapped) : null
  },

  async dropMessage(id) {
    await query('DELETE FROM identity.messages WHERE id = $1', [id])
  },
})
