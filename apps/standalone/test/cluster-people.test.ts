import { expect, it } from 'vitest'
import { peopleByHandContract } from './app.contract.ts'
import { openBrowser } from './app-under-test.contract.ts'
import { onCluster } from './on-cluster.contract.ts'

onCluster('who may do what', (running, name) => {
  // The rest goes through the gateway: faults/people-through-gateway.fault.test.ts.
  peopleByHandContract(running)

  it('counts requests apart from another installation on the same Redis', async () => {
    const { app, stores } = running()
    const body = { email: 'limited@example.org', password: 'x' }
    await openBrowser(app).ask('POST', '/api/auth/login', { body })
    expect(await stores.rateLimitStore?.redis.keys(`${name}.rate.*log-in*`)).not.toEqual([])
  })
})
