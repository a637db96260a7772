import { isSealed } from './account-fields.ts'
import { type ArchivedKeys, sealAccount } from './archived-accounts.ts'
import { epochOf } from './data-key.ts'
import { get, type Records } from './records.ts'
import { hasName, type UserRecord } from './users.ts'

/** The key of the record which marks that all stored accounts are sealed. */
const SEALED = 'accounts sealed'

/**
 * Seals accounts that older versions stored unsealed, and rewraps the keys that the master key wrapped directly. This
 * runs once; the next start continues an interrupted run. At the end the store's files are rewritten, so that they have
 * no unsealed names.
 */
export const sealOlderAccounts = async (records: Records, keys: ArchivedKeys): Promise<void> => {
  if ((await get(records, 'archives', { name: SEALED })) !== null) return
  let accounts = 0
  for await (const page of records.pages('users')) {
    accounts += page.length
    for (const user of page) await sealOne(records, keys, user)
  }
  for await (const page of records.pages('email_links'))
    for (const { tokenHash, userId, email } of page.filter((link) => !isSealed(link.email))) {
      const user = await get(records, 'users', { id: userId })
      if (user === null || !hasName(user)) continue
      const sealed = keys.fields.seal(email, 'address', userId, user.wrappedDataKey)
      await records.change('email_links', { tokenHash }, { email: sealed })
    }
  // Old files of the store may have unsealed names, even those of accounts that are closed by now.
  if (accounts > 0) await records.cutOff()
  await records.put('archives', [{ name: SEALED, value: {} }])
}

const sealOne = async (records: Records, keys: ArchivedKeys, user: UserRecord): Promise<void> => {
  const { id } = user
  if (!hasName(user)) {
    if (user.username === '' || isSealed(user.username)) return
    // The account is being closed, so its names are removed.
    const none = { newEmail: null, previousEmail: null, previousEmailKey: null }
    const key = `closed ${id}`
    await records.change('users', { id }, { username: '', email: '', usernameKey: key, emailKey: key, ...none })
    return
  }
  const wrapped = user.wrappedDataKey
  if (epochOf(wrapped) !== null && isSealed(user.username)) return
  const { username, usernameKey, email, emailKey, newEmail, previousEmail, previousEmailKey } = sealAccount(
    keys.fields,
    user,
    id,
    wrapped,
  ) as UserRecord
  const names = { username, usernameKey, email, emailKey, newEmail, previousEmail, previousEmailKey }
  const wrappedDataKey = await keys.fromArchive(id, wrapped)
  await records.change('users', { id, wrappedDataKey: wrapped }, { ...names, wrappedDataKey })
}
