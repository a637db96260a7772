import { ownCluster } from '@pathlight/testing/cluster-stores.ts'
import { describeWith } from '@pathlight/testing/describe-with.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE, TOPICS, type Topic } from './app.contract.ts'
import { type AppUnderTest, openBrowser, PASSWORD, signUpSomebody, startInProcess } from './app-under-test.contract.ts'

/** Runs the tests of a topic, or SAMPLE, on an app with a database and stream prefix of its own on the cluster. */
export const onCluster = (topic: Topic | 'a sample'): void =>
  describeWith(['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'], `the app on the cluster stores: ${topic}`, (urls) => {
    const { name, environment } = ownCluster(urls)
    let running: AppUnderTest
    beforeAll(async () => {
      running = await startInProcess(environment)
    })
    afterAll(() => running.stop())
    for (const contract of topic === 'a sample' ? SAMPLE : TOPICS[topic]) contract(() => running)

    it('counts requests apart from another installation on the same Redis, and gives back what was not refused', async () => {
      const { app, stores } = running
      const { email } = await signUpSomebody(app)
      const { redis } = stores.rateLimitStore ?? {}
      const counted = async () => {
        const keys = (await redis?.keys(`${name}.rate.*log-in*`)) ?? []
        return keys.length === 0 ? [] : redis?.mget(keys)
      }
      await redis?.del(...((await redis.keys(`${name}.rate.*log-in*`)) ?? []), 'none')
      await openBrowser(app).ask('POST', '/api/auth/login', { body: { email, password: 'x' } })
      expect(await counted()).toEqual(['1'])
      await openBrowser(app).ask('POST', '/api/auth/login', { body: { email, password: PASSWORD } })
      await eventually(async () => expect((await counted())?.toSorted()).toEqual(['0', '1']))
    })
  })
