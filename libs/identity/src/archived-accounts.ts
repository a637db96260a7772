import { type AccountFields, isSealed } from './account-fields.ts'
import type { ArchivedKind, ArchivedRow } from './identity-archive.ts'
import { unquoted } from './quoting-imports.ts'

/** The data-key functions that archives need. */
export interface ArchivedKeys {
  readonly fields: AccountFields
  /**
   * The account's key wrapped by the master key, so that an archive opens without the epoch's key. Null if the key
   * cannot be opened, because the file of its epoch is missing.
   */
  forArchive(userId: string, wrapped: Uint8Array): Uint8Array | null
  /** The account's key wrapped by the present epoch's key, as the store has it. */
  fromArchive(userId: string, wrapped: Uint8Array): Promise<Uint8Array>
}

/** The sealed fields of an account: the field, the use of its envelope, and the field with its hash, if any. */
const SEALED = [
  ['username', 'username', 'usernameKey'],
  ['email', 'address', 'emailKey'],
  ['newEmail', 'address', null],
  ['previousEmail', 'address', 'previousEmailKey'],
] as const

/**
 * The account with all its personal fields sealed and hashed, even if an older version stored them openly. `wrapped`:
 * its data key, wrapped by any key.
 */
export const sealAccount = (fields: AccountFields, row: ArchivedRow, id: string, wrapped: Uint8Array): ArchivedRow => {
  const after: Record<string, unknown> = { ...row }
  for (const [field, use, key] of SEALED) {
    const text = row[field]
    if (typeof text !== 'string' || isSealed(text)) continue
    after[field] = fields.seal(text, use, id, wrapped)
    if (key !== null) after[key] = fields.hashOf(text)
  }
  return after
}

const bytesOf = (row: ArchivedRow): Buffer | null =>
  typeof row.wrappedDataKey === 'string' ? Buffer.from(row.wrappedDataKey, 'base64') : null

/**
 * A row as an archive has it. The account's data key is wrapped by the master key. A key that cannot be opened is left
 * out, so the account of a restored archive has neither name nor words. Null: the row is a message whose key cannot be
 * opened, and means nothing without it.
 */
export const forArchive = (keys: ArchivedKeys, kind: ArchivedKind, row: ArchivedRow): ArchivedRow | null => {
  const [id, wrapped] = [String(row.id), bytesOf(row)]
  if (wrapped === null) return row
  const key = keys.forArchive(id, wrapped)
  if (key === null) return kind === 'messages' ? null : { ...row, wrappedDataKey: null }
  return { ...row, wrappedDataKey: Buffer.from(key).toString('base64') }
}

/**
 * A row of an archive in the form that the store has. Accounts of older archives are sealed. Imports lose their
 * quotations of the file.
 */
export const fromArchive = async (keys: ArchivedKeys, kind: ArchivedKind, row: ArchivedRow): Promise<ArchivedRow> => {
  if (kind === 'imports') return { ...row, state: unquoted(row.state) ?? row.state }
  const [id, wrapped] = [String(row.id), bytesOf(row)]
  if (wrapped === null) return row
  const wrappedDataKey = Buffer.from(await keys.fromArchive(id, wrapped)).toString('base64')
  return { ...sealAccount(keys.fields, row, id, wrapped), wrappedDataKey }
}
