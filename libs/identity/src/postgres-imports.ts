import type { ImportStore, StoredImport } from './identity.ts'
import type { PostgresParts } from './postgres-parts.ts'

type Parts = Pick<PostgresParts, 'query' | 'now'>

/** Imports in PostgreSQL. */
export const postgresImports = ({ query, now }: Parts): ImportStore => ({
  async beginImport(userId, { id, state }, pieces = id) {
    const begun = await query(
      `WITH begun AS (
         INSERT INTO identity.imports (id, user_id, state, begun_at) VALUES ($2, $1, $3, $4) ON CONFLICT (id) DO NOTHING RETURNING id
       ), others AS (
         DELETE FROM identity.imports WHERE user_id = $1 AND id <> $2 AND EXISTS (SELECT FROM begun)
       ), pieces AS (
         DELETE FROM identity.import_pieces WHERE user_id = $1 AND import_id <> $5 AND EXISTS (SELECT FROM begun)
       )
       SELECT id FROM begun`,
      [userId, id, JSON.stringify(state), now(), pieces],
    )
    return begun.length > 0
  },

  async addImportPiece(importId, userId, number, piece) {
    await query(
      `INSERT INTO identity.import_pieces (import_id, number, user_id, piece, kept_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (import_id, number) DO UPDATE SET piece = excluded.piece`,
      [importId, number, userId, Buffer.from(piece), now()],
    )
  },

  async importPiece(importId, number) {
    const [row] = await query<{ piece: Buffer }>(
      'SELECT piece FROM identity.import_pieces WHERE import_id = $1 AND number = $2',
      [importId, number],
    )
    return row?.piece ?? null
  },

  async findImport(userId) {
    const [row] = await query<StoredImport>(
      'SELECT id, state FROM identity.imports WHERE user_id = $1 ORDER BY begun_at DESC LIMIT 1',
      [userId],
    )
    return row ?? null
  },

  async saveImport(importId, state) {
    const saved = await query('UPDATE identity.imports SET state = $2 WHERE id = $1 RETURNING 1', [
      importId,
      JSON.stringify(state),
    ])
    return saved.length > 0
  },

  async dropImportPieces(importId) {
    await query('DELETE FROM identity.import_pieces WHERE import_id = $1', [importId])
  },
})
