import { ownCluster } from '@pathlight/testing/cluster-stores.ts'
import { describeWith } from '@pathlight/testing/describe-with.ts'
import { freshDatabase, type TestDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll, describe } from 'vitest'
import { startInProcess } from './app-under-test.contract.ts'
import { movedExportContract } from './items/moved-export.contract.ts'

describe('from PostgreSQL to PostgreSQL', () => {
  const databases: TestDatabase[] = []
  afterAll(() => Promise.all(databases.map((database) => database.drop())))
  movedExportContract(async () => {
    const database = await freshDatabase()
    databases.push(database)
    return startInProcess({ DATABASE_URL: database.url })
  })
})

describeWith(['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'], 'from cluster stores to cluster stores', (urls) => {
  movedExportContract(() => startInProcess(ownCluster(urls).environment))
})
