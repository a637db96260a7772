import { describeWith, ownName } from '@pathlight/testing/describe-with.ts'
import { afterAll, beforeAll } from 'vitest'
import { accountsContract } from './accounts.contract.ts'
import { type AppUnderTest, startApp } from './app-under-test.contract.ts'
import { badInputContract } from './bad-input.contract.ts'
import { notesContract } from './notes.contract.ts'

describeWith(['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'], 'the app on the cluster stores', (urls) => {
  let running: AppUnderTest
  beforeAll(async () => {
    const name = ownName()
    const mongo = urls.MONGODB_URL.replace(/^([^/]+\/\/[^/?]+)\/?[^?]*/, `$1/${name}`)
    running = await startApp({ ...urls, MONGODB_URL: mongo, NAMESPACE: name, DATABASE_URL: '' })
  })
  afterAll(() => running.stop())

  notesContract(() => running)
  accountsContract(() => running)
  badInputContract(() => running)
})
