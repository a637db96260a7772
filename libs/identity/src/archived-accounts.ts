import { type AccountFields, isSealed } from './account-fields.ts'
import type { ArchivedKind, ArchivedRow } from './identity-archive.ts'
import { unquoted } from './quoting-imports.ts'

/** What archives need of the data keys. */
export interface ArchivedKeys {
  readonly fields: AccountFields
  /** The key wrapped by the master key: an archive opens without the epoch's. */
  forArchive(userId: string, wrapped: Uint8Array): Uint8Array
  /** The key wrapped by the present epoch's, as it is stored. */
  fromArchive(userId: string, wrapped: Uint8Array): Promise<Uint8Array>
}

/** The fields of an account that are sealed, each with the field by whose hash it is found. */
const SEALED = [
  ['username', 'username', 'usernameKey'],
  ['email', 'address', 'emailKey'],
  ['newEmail', 'address', null],
  ['previousEmail', 'address', 'previousEmailKey'],
] as const

/** The same account with what an older version left in clear sealed, and found by hashes. `wrapped`: its data key, however wrapped. */
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

/** A row as an archive has it: its data key, where it has one, wrapped by the master key. */
export const forArchive = (keys: ArchivedKeys, row: ArchivedRow): ArchivedRow => {
  const [id, wrapped] = [String(row.id), bytesOf(row)]
  if (wrapped === null) return row
  return { ...row, wrappedDataKey: Buffer.from(keys.forArchive(id, wrapped)).toString('base64') }
}

/** A row of an archive as it is stored. An account of one from before accounts were sealed is sealed, and an import quotes nothing. */
export const fromArchive = async (keys: ArchivedKeys, kind: ArchivedKind, row: ArchivedRow): Promise<ArchivedRow> => {
  if (kind === 'imports') return { ...row, state: unquoted(row.state) ?? row.state }
  const [id, wrapped] = [String(row.id), bytesOf(row)]
  if (wrapped === null) return row
  const wrappedDataKey = Buffer.from(await keys.fromArchive(id, wrapped)).toString('base64')
  return { ...sealAccount(keys.fields, row, id, wrapped), wrappedDataKey }
}
