import { ownCluster } from '@pathlight/testing/cluster-stores.ts'
import { describeWith } from '@pathlight/testing/describe-with.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE, TOPICS, type Topic } from './app.contract.ts'
import { type AppUnderTest, openBrowser, startInProcess } from './app-under-test.contract.ts'

/** Runs the contracts of a topic, or the sample of all, on an app with a corner of the cluster's stores. */
export const onCluster = (topic: Topic | 'a sample'): void =>
  describeWith(['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'], `the app on the cluster stores: ${topic}`, (urls) => {
    const { name, environment } = ownCluster(urls)
    let running: AppUnderTest
    beforeAll(async () => {
      running = await startInProcess(environment)
    })
    afterAll(() => running.stop())
    for (const contract of topic === 'a sample' ? SAMPLE : TOPICS[topic]) contract(() => running)

    it('counts requests apart from another installation on the same Redis', async () => {
      const { app, stores } = running
      const body = { email: 'limited@example.org', password: 'x' }
      await openBrowser(app).ask('POST', '/api/auth/login', { body })
      expect(await stores.rateLimitStore?.redis.keys(`${name}.rate.*log-in*`)).not.toEqual([])
    })
  })
