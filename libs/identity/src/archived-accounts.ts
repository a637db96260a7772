import { type AccountFields, isSealed } from './account-fields.ts'
import type { ArchivedKind, ArchivedRow } from './identity-archive.ts'
import { unquoted } from './quoting-imports.ts'

/** The part of the data keys that archives need. */
export interface ArchivedKeys {
  readonly fields: AccountFields
  /** The key wrapped by the master key, so that an archive opens without the epoch's key. */
  forArchive(userId: string, wrapped: Uint8Array): Uint8Array
  /** The key wrapped by the present epoch's key, as it is stored. */
  fromArchive(userId: string, wrapped: Uint8Array): Promise<Uint8Array>
}

/** The sealed fields of an account, each with the field of its hash. */
const SEALED = [
  ['username', 'username', 'usernameKey'],
  ['email', 'address', 'emailKey'],
  ['newEmail', 'address', null],
  ['previousEmail', 'address', 'previousEmailKey'],
] as const

/**
 * The account with all its personal fields sealed and hashed. Older versions did not do that. `wrapped`: its data key, wrapped by
 * any key.
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

/** A row for an archive: its data key, if it has one, is wrapped by the master key. */
export const forArchive = (keys: ArchivedKeys, row: ArchivedRow): ArchivedRow => {
  const [id, wrapped] = [String(row.id), bytesOf(row)]
  if (wrapped === null) return row
  return { ...row, wrappedDataKey: Buffer.from(keys.forArchive(id, wrapped)).toString('base64') }
}

/** A row of an archive in the form to store. Accounts of older archives are sealed, and imports lose their quotations. */
export const fromArchive = async (keys: ArchivedKeys, kind: ArchivedKind, row: ArchivedRow): Promise<ArchivedRow> => {
  if (kind === 'imports') return { ...row, state: unquoted(row.state) ?? row.state }
  const [id, wrapped] = [String(row.id), bytesOf(row)]
  if (wrapped === null) return row
  const wrappedDataKey = Buffer.from(await keys.fromArchive(id, wrapped)).toString('base64')
  return { ...sealAccount(keys.fields, row, id, wrapped), wrappedDataKey }
}
