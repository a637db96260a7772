import { accountStream } from '@pathlight/domain/accounts/events.ts'
import { describe, expect, it } from 'vitest'
import { commandUnderTest, eventsIn, keyed, signUpSomebody } from '../command-under-test.contract.ts'

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

  it('is in the log each time that it gets a secret, under whatever key', async () => {
    const ann = await signUpSomebody(under)
    const until = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
    const key = keyed()
    const make = async (scopes: readonly string[]) => {
      const answer = await ann.ask('POST', '/api/account/tokens', { name: 'Backup', scopes, until }, key)
      expect(answer.status).toBe(201)
      return answer.body.id
    }
    const id = await make(['read'])
    expect(await make(['read', 'write'])).toBe(id)
    expect((await ann.ask('DELETE', `/api/account/tokens/${id}`)).status).toBe(204)
    expect(await make(['read'])).toBe(id)
    const changes = (await eventsIn(under, accountStream(ann.id))).map(({ data }) => data.change)
    expect(changes.slice(1)).toEqual(['token-made', 'token-made', 'token-revoked', 'token-made'])
  })
})
