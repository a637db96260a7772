import { accountStream } from '@pathlight/domain/accounts/events.ts'
import { describe, expect, it } from 'vitest'
import { commandUnderTest, eventsIn, openBrowser, PASSWORD, signUpSomebody } from '../command-under-test.contract.ts'

describe('logging in', () => {
  const under = commandUnderTest()

  it('answers who it is, and starts another session on the same device', async () => {
    const ann = await signUpSomebody(under)
    const before = ann.cookies.get('pathlight_session')
    const { status, body } = await ann.ask('POST', '/api/auth/login', { email: ann.email, password: PASSWORD })
    expect(status).toBe(200)
    expect(body).toEqual({ id: ann.id, username: ann.username, email: ann.email })
    expect(ann.cookies.get('pathlight_session')).not.toBe(before)
    expect(await under.identity.devicesOf(ann.id)).toHaveLength(1)
  })

  it('finishes a sign-up that was cut off before the log', async () => {
    const id = crypto.randomUUID()
    const person = { username: `cut-${id.slice(0, 8)}`, email: `${id}@example.org`, language: 'en' as const }
    await under.identity.createUser({ id, password: PASSWORD, ...person })
    const login = { email: person.email, password: PASSWORD }
    expect((await openBrowser(under).ask('POST', '/api/auth/login', login)).status).toBe(200)
    expect((await openBrowser(under).ask('POST', '/api/auth/login', login)).status).toBe(200)
    expect((await eventsIn(under, accountStream(id))).map(({ type }) => type)).toEqual(['AccountOpened'])
  })

  it('says the same of a wrong password and of an unknown address', async () => {
    const ann = await signUpSomebody(under)
    const wrong = await openBrowser(under).ask('POST', '/api/auth/login', { email: ann.email, password: 'Wrong1!pass' })
    const unknown = await openBrowser(under).ask('POST', '/api/auth/login', {
      email: 'no@body.org',
      password: PASSWORD,
    })
    expect(wrong).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
    expect(unknown.body).toEqual(wrong.body)
  })
})
