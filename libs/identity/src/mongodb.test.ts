import { createMongoClient } from '@pathlight/stores/mongo-client.ts'
import { describeWith, ownName } from '@pathlight/testing/describe-with.ts'
import { identityContract } from './identity.contract.ts'
import { mongoIdentity } from './mongodb.ts'

describeWith(['MONGODB_URL'], 'identity in MongoDB', ({ MONGODB_URL }) => {
  identityContract(async () => {
    const client = createMongoClient(MONGODB_URL)
    const db = client.db(ownName())
    return {
      open: (options) => mongoIdentity({ db, ...options }),
      async drop() {
        await db.dropDatabase()
        await client.close()
      },
    }
  })
})
