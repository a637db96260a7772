import { freshDatabase, type TestDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll, beforeAll, describe } from 'vitest'
import { TOPICS, type Topic } from './app.contract.ts'
import { type AppUnderTest, startInProcess } from './app-under-test.contract.ts'

/** Runs the tests of a topic on an app with a PostgreSQL database of its own. */
export const onPostgres = (topic: Topic): void => {
  describe(`the app on PostgreSQL: ${topic}`, () => {
    let database: TestDatabase
    let running: AppUnderTest
    beforeAll(async () => {
      database = await freshDatabase()
      running = await startInProcess({ DATABASE_URL: database.url })
    })
    afterAll(async () => {
      await running.stop()
      await database.drop()
    })
    for (const contract of TOPICS[topic]) contract(() => running)
  })
}
