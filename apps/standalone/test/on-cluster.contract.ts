import { ownCluster } from '@pathlight/testing/cluster-stores.ts'
import { describeWith } from '@pathlight/testing/describe-with.ts'
import { afterAll, beforeAll } from 'vitest'
import { type AppUnderTest, startInProcess } from './app-under-test.contract.ts'

/**
 * Runs the tests of `contract` on an app with a corner of the cluster's stores. `name`: what that app's keys and
 * databases are named by.
 */
export const onCluster = (topic: string, contract: (running: () => AppUnderTest, name: string) => void): void =>
  describeWith(['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'], `the app on the cluster stores: ${topic}`, (urls) => {
    const { name, environment } = ownCluster(urls)
    let running: AppUnderTest
    beforeAll(async () => {
      running = await startInProcess(environment)
    })
    afterAll(() => running.stop())
    contract(() => running, name)
  })
