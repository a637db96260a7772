import type { ImportStore, StoredImport } from '@pathlight/identity/identity.ts'
import type { PostgresParts } from './parts.ts'

type Parts = Pick<PostgresParts, 'query' | 'now' | 'inMs'>

/** Claims that lapsed, of all people or of one: they go, with what was kept under them. */
const DROP_LAPSED = `WITH lapsed AS (
    DELETE FROM identity.import_claims WHERE until <= $1 AND ($2::text IS NULL OR user_id = $2) RETURNING claim
  )
  DELETE FROM identity.import_pieces WHERE import_id IN (SELECT claim FROM lapsed)`

type Importing = ImportStore & {
  /** Claims of all people that lapsed go, with what was kept under them. */
  readonly dropLapsedClaims: () => Promise<void>
}

/** Imports in PostgreSQL. */
export const postgresImports = ({ query, now, inMs }: Parts): Importing => ({
  async claimImport(userId, claim, forMs) {
    await query(DROP_LAPSED, [now(), userId])
    const claimed = await query(
      `INSERT INTO identity.import_claims (user_id, claim, until) VALUES ($1, $2, $3) ON CONFLICT (user_id) DO NOTHING RETURNING 1`,
      [userId, claim, inMs(forMs)],
    )
    return claimed.length > 0
  },

  async addImportPiece(userId, claim, number, piece, forMs) {
    const added = await query(
      `WITH held AS (
         UPDATE identity.import_claims SET until = $6 WHERE user_id = $1 AND claim = $2 RETURNING 1
       )
       INSERT INTO identity.import_pieces (import_id, number, user_id, piece, kept_at) SELECT $2, $3, $1, $4, $5 FROM held
       ON CONFLICT (import_id, number) DO UPDATE SET piece = excluded.piece RETURNING 1`,
      [userId, claim, number, Buffer.from(piece), now(), inMs(forMs)],
    )
    return added.length > 0
  },

  async beginImport(userId, { id, state }, claim) {
    const begun = await query(
      `WITH held AS (
         DELETE FROM identity.import_claims WHERE user_id = $1 AND claim = $5 RETURNING 1
       ), begun AS (
         INSERT INTO identity.imports (id, user_id, state, begun_at) SELECT $2, $1, $3, $4 FROM held
         ON CONFLICT (id) DO NOTHING RETURNING id
       ), others AS (
         DELETE FROM identity.imports WHERE user_id = $1 AND id <> $2 AND EXISTS (SELECT FROM begun)
       ), pieces AS (
         DELETE FROM identity.import_pieces WHERE user_id = $1 AND import_id <> $5 AND EXISTS (SELECT FROM begun)
       )
       SELECT id FROM begun`,
      [userId, id, JSON.stringify(state), now(), claim],
    )
    return begun.length > 0
  },

  async dropClaim(userId, claim) {
    await query(
      `WITH claims AS (DELETE FROM identity.import_claims WHERE user_id = $1 AND claim = $2)
       DELETE FROM identity.import_pieces WHERE import_id = $2`,
      [userId, claim],
    )
  },

  async dropLapsedClaims() {
    await query(DROP_LAPSED, [now(), null])
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
