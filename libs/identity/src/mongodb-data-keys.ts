import { Binary, type Db } from 'mongodb'
import { newWrappedDataKey, unwrapDataKey } from './data-key.ts'
import type { DataKeys } from './data-keys.ts'
import { assertMasterKey, masterKeyCheck } from './master-key.ts'
import { inserts, reach, type UserDocument } from './mongodb-documents.ts'

/** The data keys in MongoDB, beside the accounts. Throws WrongMasterKey when the database was written with another master key. */
export async function mongoDataKeys({
  db,
  masterKey,
  takeKeyWhereEmpty = false,
}: {
  db: Db
  masterKey: Uint8Array
  /** Where there are no accounts, this key takes the place of the one that the database was made with. */
  takeKeyWhereEmpty?: boolean
}): Promise<DataKeys> {
  const users = db.collection<UserDocument>('identity_users')
  const checks = db.collection<{ _id: string; check: Binary }>('identity_master_key')
  const check = { _id: 'master-key', check: new Binary(masterKeyCheck(masterKey)) }
  await reach(async () => {
    if (await inserts(() => checks.insertOne(check))) return
    if (takeKeyWhereEmpty && (await users.countDocuments({}, { limit: 1 })) === 0)
      await checks.replaceOne({ _id: check._id }, { check: check.check })
    const found = await checks.findOne({ _id: check._id })
    assertMasterKey(masterKey, found?.check.value() ?? new Uint8Array())
  })

  return {
    newKey: (userId) => newWrappedDataKey(masterKey, userId),

    keyOf: (userId) =>
      reach(async () => {
        const user = await users.findOne({ _id: userId }, { projection: { wrappedDataKey: 1 } })
        return user?.wrappedDataKey ? unwrapDataKey(masterKey, userId, user.wrappedDataKey.value()) : null
      }),

    destroy: (userId) =>
      reach(async () => {
        await users.updateOne({ _id: userId }, { $set: { wrappedDataKey: null } })
      }),
  }
}
