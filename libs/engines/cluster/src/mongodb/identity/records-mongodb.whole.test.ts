import { recordsContract } from '@pathlight/identity/records.contract.ts'
import { describeWith, ownName } from '@pathlight/testing/describe-with.ts'
import { createMongoClient } from '../client.ts'
import { mongoRecords } from './records.ts'

describeWith(['MONGODB_URL'], 'in MongoDB', ({ MONGODB_URL }) => {
  recordsContract(async () => {
    const client = createMongoClient(MONGODB_URL)
    const db = client.db(ownName())
    return {
      open: () => mongoRecords(db),
      async drop() {
        await db.dropDatabase()
        await client.close()
      },
    }
  })
})
