import { describe, expect, it } from 'vitest'
import { commandUnderTest, signUpSomebody } from '../command-under-test.contract.ts'

describe('a personal access token', () => {
  const under = commandUnderTest()

  it('is told to its owner by mail, in a job that does not have it', async () => {
    const ann = await signUpSomebody(under)
    const until = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
    const { status, body } = await ann.ask('POST', '/api/account/tokens', { name: 'Backup', scopes: ['export'], until })
    expect(status).toBe(201)
    const jobs = await under.jobs.waiting()
    expect(jobs.map(({ data }) => data)).toContainEqual({ userId: ann.id, notice: 'token-made' })
    for (const secret of [body.token, 'Backup']) expect(JSON.stringify(jobs)).not.toContain(secret)
  })
})
