import { identityContract } from '@pathlight/identity/identity.contract.ts'
import { olderAccountsContract } from '@pathlight/identity/older-accounts.contract.ts'
import { openDataKeys } from '@pathlight/identity/open-data-keys.ts'
import { openIdentity } from '@pathlight/identity/open-identity.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { describeWith } from '@pathlight/testing/describe-with.ts'
import { Binary, type Document } from 'mongodb'
import { expect, it } from 'vitest'
import { createMongoClient } from '../client.ts'
import { ownRecords } from './own-records.contract.ts'
import { mongoRecords } from './records.ts'

const from = { deviceToken: null, userAgent: null, address: '192.0.2.1' }

describeWith(['MONGODB_URL'], 'identity in MongoDB', ({ MONGODB_URL }) => {
  identityContract(async () => ownRecords(MONGODB_URL))

  olderAccountsContract(async () => {
    const { db, ...store } = ownRecords(MONGODB_URL)
    const users = db.collection<Document & { _id: string }>('identity_users')
    const links = db.collection<Document>('identity_email_links')
    return {
      ...store,
      age: async (accounts) => {
        for (const { id, wrapped, ...names } of accounts) {
          const wrappedDataKey = wrapped && new Binary(wrapped)
          await users.updateOne({ _id: id }, { $set: { ...names, wrappedDataKey } })
        }
        for (const later of ['key_epochs', 'archives']) await db.dropCollection(`identity_${later}`)
      },
      ageLinks: async (email) => void (await links.updateMany({}, { $set: { email } })),
      stored: async () => {
        const all = [users, links, db.collection('identity_imports')].map((one) => one.find().toArray())
        return JSON.stringify(await Promise.all(all))
      },
    }
  })

  it('says that the store is away, at the opening and later', async () => {
    const nowhere = createMongoClient('mongodb://127.0.0.1:1', { serverSelectionTimeoutMS: 200 })
    await expect(mongoRecords(nowhere.db('x'))).rejects.toThrow(StoreUnavailable)
    await nowhere.close()
    const { open, drop } = ownRecords(MONGODB_URL)
    const records = await open()
    const keys = await openDataKeys(records, { masterKey: new Uint8Array(32), folder: emptyFolder() })
    const identity = openIdentity(records, keys)
    await drop()
    await expect(identity.findSession('A'.repeat(43))).rejects.toThrow(StoreUnavailable)
    await expect(identity.verifyPassword('ann@example.org', 'x', from)).rejects.toThrow(StoreUnavailable)
    await expect(keys.keyOf('ann')).rejects.toThrow(StoreUnavailable)
  })
})
