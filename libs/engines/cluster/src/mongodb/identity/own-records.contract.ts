import { ownName } from '@pathlight/testing/describe-with.ts'
import { createMongoClient } from '../client.ts'
import { mongoRecords } from './records.ts'

/**
 * The identity records in a database that only this test uses. `drop` removes the database and closes the connections.
 */
export const ownRecords = (url: string) => {
  const client = createMongoClient(url)
  const db = client.db(ownName())
  return {
    db,
    open: () => mongoRecords(db),
    async drop() {
      await db.dropDatabase()
      await client.close()
    },
  }
}
