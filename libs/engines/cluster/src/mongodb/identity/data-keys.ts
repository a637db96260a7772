import { type ArchivedKeys, sealAccount } from '@pathlight/identity/archived-accounts.ts'
import type { DataKeys } from '@pathlight/identity/data-keys.ts'
import { ROWS } from '@pathlight/identity/identity-archive.ts'
import { assertMasterKey, masterKeyCheck } from '@pathlight/identity/master-key.ts'
import { type KeyStore, type WrappedKeysOptions, wrappedKeys } from '@pathlight/identity/wrapped-keys.ts'
import { Binary, type Collection, type Db } from 'mongodb'
import { type EmailLinkDocument, inserts, reach, type UserDocument } from './documents.ts'

type WithKey = { _id: string; wrappedDataKey: Binary | null }

/**
 * The data keys in MongoDB, beside the accounts. Accounts that an older version left in clear are sealed here. Throws WrongMasterKey when the
 * database was written with another master key.
 */
export async function mongoDataKeys({
  db,
  takeKeyWhereEmpty = false,
  ...options
}: WrappedKeysOptions & {
  readonly db: Db
  /** Where there are no accounts, this key takes the place of the one that the database was made with. */
  readonly takeKeyWhereEmpty?: boolean
}): Promise<DataKeys & ArchivedKeys> {
  const { masterKey } = options
  const users = db.collection<UserDocument>('identity_users')
  const links = db.collection<EmailLinkDocument>('identity_email_links')
  /** Ids are UUIDs, so none is in both. */
  const withKeys = ['identity_users', 'identity_messages'].map((name) => db.collection<WithKey>(name))
  const epochs = db.collection<{ _id: number; id: string; since: Date }>('identity_key_epochs')
  const checks = db.collection<{ _id: string; check: Binary }>('identity_master_key')
  const check = { _id: 'master-key', check: new Binary(masterKeyCheck(masterKey)) }
  const isNew = await reach(async () => {
    if (await inserts(() => checks.insertOne(check))) return false
    const isEmpty = takeKeyWhereEmpty && (await users.countDocuments({}, { limit: 1 })) === 0
    if (isEmpty) await checks.replaceOne({ _id: check._id }, { check: check.check })
    const found = await checks.findOne({ _id: check._id })
    assertMasterKey(masterKey, found?.check.value() ?? new Uint8Array())
    return isEmpty
  })

  const store: KeyStore = {
    epochs: () =>
      reach(async () => {
        const found = await epochs.find().sort({ _id: 1 }).toArray()
        return found.map(({ _id: nth, id, since }) => ({ nth, id, since }))
      }),

    addEpoch: ({ nth, id, since }) => reach(() => inserts(() => epochs.insertOne({ _id: nth, id, since }))),

    dropEpoch: (nth) =>
      reach(async () => {
        await epochs.deleteOne({ _id: nth })
      }),

    wrapped: (userId) =>
      reach(async () => {
        const user = await users.findOne({ _id: userId }, { projection: { wrappedDataKey: 1 } })
        return user?.wrappedDataKey?.value() ?? null
      }),

    async *all() {
      for (const collection of withKeys)
        for (let [after, more] = ['', true]; more; ) {
          const page = await reach(() =>
            collection
              .find({ _id: { $gt: after } }, { projection: { wrappedDataKey: 1 } })
              .sort({ _id: 1 })
              .limit(ROWS)
              .toArray(),
          )
          yield page.flatMap(({ _id: id, wrappedDataKey }) =>
            wrappedDataKey ? [{ id, wrapped: wrappedDataKey.value() }] : [],
          )
          after = page.at(-1)?._id ?? ''
          more = page.length === ROWS
        }
    },

    replace: (id, before, after) =>
      reach(async () => {
        for (const collection of withKeys)
          await collection.updateOne(
            { _id: id, wrappedDataKey: new Binary(before) },
            { $set: { wrappedDataKey: new Binary(after) } },
          )
      }),

    destroy: (userId) =>
      reach(async () => {
        await users.updateOne({ _id: userId }, { $set: { wrappedDataKey: null } })
      }),
  }
  const keys = await wrappedKeys(store, { ...options, isNew })
  await reach(() => sealAccounts(users, links, keys))
  return keys
}

/** Seals what an older version left in clear. No username begins with what an envelope begins with, and a closed account has none. */
const sealAccounts = async (
  users: Collection<UserDocument>,
  links: Collection<EmailLinkDocument>,
  keys: ArchivedKeys,
): Promise<void> => {
  const inClear = { username: /^[^~]/ }
  const clear = () => users.find(inClear).limit(ROWS).toArray()
  for (let page = await clear(); page.length > 0; page = await clear())
    for (const user of page) {
      const { _id: id, wrappedDataKey: before } = user
      if (before === null) {
        // Its closing was begun: nobody has this name any more.
        const key = `closed ${id}`
        const none = { newEmail: null, previousEmail: null, previousEmailKey: null }
        const names = { username: '', email: '', usernameKey: key, emailKey: key, ...none }
        await users.updateOne({ _id: id, ...inClear }, { $set: names })
        continue
      }
      const wrapped = Buffer.from(before.value())
      const { username, usernameKey, email, emailKey, newEmail, previousEmail, previousEmailKey } = sealAccount(
        keys.fields,
        user,
        id,
        wrapped,
      ) as unknown as UserDocument
      const wrappedDataKey = new Binary(await keys.fromArchive(id, wrapped))
      const others = { newEmail: newEmail ?? null, previousEmail: previousEmail ?? null }
      const names = { username, usernameKey, email, emailKey, previousEmailKey: previousEmailKey ?? null, ...others }
      await users.updateOne({ _id: id, wrappedDataKey: before }, { $set: { ...names, wrappedDataKey } })
    }
  for (const { _id, userId, email } of await links.find({ email: /@/ }).toArray()) {
    const wrapped = (await users.findOne({ _id: userId }))?.wrappedDataKey?.value()
    if (wrapped)
      await links.updateOne({ _id }, { $set: { email: keys.fields.seal(email, 'address', userId, wrapped) } })
  }
}
