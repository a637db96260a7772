import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '@pathlight/testing/eventually.ts'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serverAlone } from './server-alone.contract.ts'

describe('a server whose event loop is late', () => {
  let app: FastifyInstance
  beforeEach(async () => {
    app = await serverAlone()
  })
  afterEach(() => app.close())
  /** Blocks the event loop for this time without processor time. */
  const stall = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
  const measured = (app: FastifyInstance, late: boolean) =>
    eventually(() => expect((app as FastifyInstance & { isUnderPressure(): boolean }).isUnderPressure()).toBe(late))

  it('sheds load', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    await sleep(2_500)
    // The server refuses requests only until its next measurement, a second later. If the request comes after that,
    // `eventually` blocks the loop again.
    const answer = await eventually(async () => {
      // The first stall is measured together with the time before it, so two are needed.
      for (let turn = 0; turn < 2; turn++) {
        stall(3_000)
        await sleep(0)
      }
      const answered = await app.inject('/api/ready')
      expect(answered.statusCode).toBe(503)
      return answered
    })
    expect(answer).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
    expect(answer.json()).toMatchObject({ code: 'busy' })
    expect((await app.inject('/api/health')).statusCode).toBe(200)
    // Files of a page are never refused. This server has none, so it answers 404.
    for (const file of ['/assets/a-page.js', '/before-scripts.js?0f3a'])
      expect((await app.inject(file)).statusCode).toBe(404)
  })

  it('refuses no request for what its start took', async () => {
    await app.ready()
    stall(4_000)
    await app.listen({ port: 0, host: '127.0.0.1' })
    await measured(app, true)
    expect((await app.inject('/api/ready')).statusCode).toBe(200)
    await measured(app, false)
  })
})
