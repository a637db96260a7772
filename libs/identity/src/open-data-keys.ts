import type { ArchivedKeys } from './archived-accounts.ts'
import type { DataKeys } from './data-keys.ts'
import { assertMasterKey, masterKeyCheck } from './master-key.ts'
import { removeQuotations } from './quoting-imports.ts'
import { get, type Records } from './records.ts'
import { sealOlderAccounts } from './seal-accounts.ts'
import { hasNoAccount } from './users.ts'
import { type WrappedKeysOptions, wrappedKeys } from './wrapped-keys.ts'

/**
 * Opens the data keys, which are stored with the accounts. Seals or removes personal data that an older version stored
 * unsealed. Throws WrongMasterKey if the records belong to another master key.
 * @param options.takeKeyWhereEmpty if there are no accounts, this master key replaces the stored one
 */
export const openDataKeys = async (
  records: Records,
  { takeKeyWhereEmpty = false, ...options }: WrappedKeysOptions & { readonly takeKeyWhereEmpty?: boolean },
): Promise<DataKeys & ArchivedKeys> => {
  const mine = { onlyRow: true, check: masterKeyCheck(options.masterKey) }
  const isNew = !(await records.add('master_key', mine)) && takeKeyWhereEmpty && (await hasNoAccount(records))
  if (isNew) await records.put('master_key', [mine])
  const stored = await get(records, 'master_key', { onlyRow: true })
  assertMasterKey(options.masterKey, stored?.check ?? new Uint8Array())
  const keys = await wrappedKeys(records, { ...options, isNew })
  await removeQuotations(records)
  await sealOlderAccounts(records, keys)
  return keys
}
