import { accountStream } from '@pathlight/domain/accounts/events.ts'
import { describe, expect, it } from 'vitest'
import {
  commandUnderTest,
  eventsIn,
  keyed,
  openBrowser,
  PASSWORD,
  signUpSomebody,
} from '../command-under-test.contract.ts'

describe('a new password', () => {
  const under = commandUnderTest()

  it('is set by the link, once, and ends every session', async () => {
    const ann = await signUpSomebody(under)
    const { token } = (await under.identity.startPasswordReset(ann.id)) ?? { token: '' }
    const set = (password: string) => openBrowser(under).ask('POST', `/api/auth/reset-password/${token}`, { password })
    expect(await set('short')).toMatchObject({ status: 400, body: { code: 'invalid_password' } })
    expect((await set('NewLamp4me!')).status).toBe(200)
    expect((await ann.ask('GET', '/api/auth/')).status).toBe(401)
    expect(await set('Another4me!')).toMatchObject({ status: 400, body: { code: 'reset_link_spent' } })
    const logIn = (password: string) =>
      openBrowser(under).ask('POST', '/api/auth/login', { email: ann.email, password })
    expect((await logIn(PASSWORD)).status).toBe(401)
    expect((await logIn('NewLamp4me!')).status).toBe(200)
  })

  it('is told of by one mail and one event, also where the answer was lost', async () => {
    const ann = await signUpSomebody(under)
    const { token } = (await under.identity.startPasswordReset(ann.id)) ?? { token: '' }
    const [key, body] = [keyed(), { password: 'NewLamp4me!' }]
    for (const _again of [1, 2])
      expect((await openBrowser(under).ask('POST', `/api/auth/reset-password/${token}`, body, key)).status).toBe(200)
    const events = await eventsIn(under, accountStream(ann.id))
    expect(events.map(({ type, data }) => data.change ?? type)).toEqual(['AccountOpened', 'password-reset'])
    const mails = (await under.jobs.waiting()).filter(({ data }) => 'notice' in data && data.userId === ann.id)
    expect(mails.map(({ data }) => data)).toEqual([{ userId: ann.id, notice: 'password-changed' }])
  })
})
