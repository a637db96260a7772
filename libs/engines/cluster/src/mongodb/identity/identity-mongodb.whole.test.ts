import { identityContract } from '@pathlight/identity/identity.contract.ts'
import { olderAccountsContract } from '@pathlight/identity/older-accounts.contract.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { describeWith, ownName } from '@pathlight/testing/describe-with.ts'
import { Binary } from 'mongodb'
import { expect, it } from 'vitest'
import { createMongoClient } from '../client.ts'
import { mongoDataKeys } from './data-keys.ts'
import type { EmailLinkDocument, UserDocument } from './documents.ts'
import { mongoIdentity } from './identity.ts'

const from = { deviceToken: null, userAgent: null, address: '192.0.2.1' }

describeWith(['MONGODB_URL'], 'identity in MongoDB', ({ MONGODB_URL }) => {
  identityContract(async () => {
    const client = createMongoClient(MONGODB_URL)
    const db = client.db(ownName())
    return {
      open: async (options) => {
        const keys = await mongoDataKeys({ db, ...options })
        return { keys, identity: await mongoIdentity({ db, keys, now: options.now }) }
      },
      async drop() {
        await db.dropDatabase()
        await client.close()
      },
    }
  })

  olderAccountsContract(async () => {
    const client = createMongoClient(MONGODB_URL)
    const db = client.db(ownName())
    const users = db.collection<UserDocument>('identity_users')
    const links = db.collection<EmailLinkDocument>('identity_email_links')
    return {
      open: async (options) => {
        const keys = await mongoDataKeys({ db, ...options })
        return { keys, identity: await mongoIdentity({ db, keys }) }
      },
      age: async (accounts) => {
        for (const { id, wrapped, ...names } of accounts) {
          const wrappedDataKey = wrapped && new Binary(wrapped)
          await users.updateOne({ _id: id }, { $set: { ...names, wrappedDataKey } })
        }
        await db.dropCollection('identity_key_epochs')
      },
      ageLinks: async (email) => void (await links.updateMany({}, { $set: { email } })),
      stored: async () => JSON.stringify([await users.find().toArray(), await links.find().toArray()]),
      async drop() {
        await db.dropDatabase()
        await client.close()
      },
    }
  })

  it('says that the store is away, at the opening and later', async () => {
    const masterKey = new Uint8Array(32)
    const nowhere = createMongoClient('mongodb://127.0.0.1:1', { serverSelectionTimeoutMS: 200 })
    const options = { masterKey, folder: emptyFolder() }
    await expect(mongoDataKeys({ db: nowhere.db('x'), ...options })).rejects.toThrow(StoreUnavailable)
    const client = createMongoClient(MONGODB_URL)
    const db = client.db(ownName())
    const keys = await mongoDataKeys({ db, ...options })
    await expect(mongoIdentity({ db: nowhere.db('x'), keys })).rejects.toThrow(StoreUnavailable)
    await nowhere.close()
    const identity = await mongoIdentity({ db, keys })
    await db.dropDatabase()
    await client.close()
    await expect(identity.findSession('A'.repeat(43))).rejects.toThrow(StoreUnavailable)
    await expect(identity.verifyPassword('ann@example.org', 'x', from)).rejects.toThrow(StoreUnavailable)
    await expect(keys.keyOf('ann')).rejects.toThrow(StoreUnavailable)
  })
})
