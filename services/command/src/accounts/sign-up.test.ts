import { accountStream } from '@pathlight/domain/accounts/events.ts'
import { codeOf } from '@pathlight/testing/authenticator-app.ts'
import { describe, expect, it } from 'vitest'
import { commandUnderTest, eventsIn, openBrowser, PASSWORD, signUpSomebody } from '../command-under-test.contract.ts'

describe('signing up', () => {
  const under = commandUnderTest()

  it('signs in, opens the account in the log and keeps who it is out of it', async () => {
    const ann = await signUpSomebody(under)
    expect((await ann.ask('GET', '/api/auth/')).body).toEqual({ id: ann.id, username: ann.username, email: ann.email })
    const events = await eventsIn(under, accountStream(ann.id))
    expect(events.map(({ type }) => type)).toEqual(['AccountOpened'])
    expect(JSON.stringify(events, (_, part) => (typeof part === 'bigint' ? String(part) : part))).not.toContain(
      ann.email,
    )
  })

  it('says of everything that is taken what it is, in words and by code', async () => {
    const ann = await signUpSomebody(under)
    const form = { username: ann.username, email: ann.email, password: PASSWORD, confirm_password: PASSWORD }
    expect(await openBrowser(under).ask('POST', '/api/auth/signup', form)).toMatchObject({
      status: 409,
      body: {
        code: 'email_taken',
        errors: ['Email address is already in use.', 'Username is already in use.'],
        reasons: [{ code: 'email_taken' }, { code: 'username_taken' }],
      },
    })
  })

  it.each(['operator', 'Operator', 'SETTINGS'])(
    'gives nobody the name %s, which the audit says for no person',
    async (name) => {
      const ann = await signUpSomebody(under)
      const taken = { status: 409, body: { code: 'username_taken' } }
      const form = { username: name, email: 'new@example.org', password: PASSWORD, confirm_password: PASSWORD }
      expect(await openBrowser(under).ask('POST', '/api/auth/signup', form)).toMatchObject(taken)
      expect(await ann.ask('PUT', '/api/account/username', { username: name })).toMatchObject(taken)
      // A person who had the reserved name before may keep the name.
      await under.identity.changeUsername(ann.id, name.toLowerCase())
      const before = openBrowser(under)
      expect((await before.ask('POST', '/api/auth/login', { email: ann.email, password: PASSWORD })).status).toBe(200)
      expect(await before.ask('PUT', '/api/account/username', { username: name })).toMatchObject({ status: 200 })
      await under.identity.changeUsername(ann.id, ann.username)
    },
  )

  it('ends as it would have ended when it is repeated under its key, after an outage or a lost answer', async () => {
    const form = { username: 'repeater', email: 'repeater@example.org', password: PASSWORD, confirm_password: PASSWORD }
    const signUp = (key: string | null, changed = {}) =>
      openBrowser(under).ask('POST', '/api/auth/signup', { ...form, ...changed }, key ? { 'idempotency-key': key } : {})
    const first = await signUp('4d9a2c5e-one')
    expect(first.status).toBe(201)
    const again = await signUp('4d9a2c5e-one')
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(await eventsIn(under, accountStream(first.body.id))).toHaveLength(1)
    for (const [key, changed] of [
      [null, {}],
      ['4d9a2c5e-two', {}],
      ['4d9a2c5e-one', { password: 'Another1!pass', confirm_password: 'Another1!pass' }],
      ['4d9a2c5e-one', { username: 'somebody' }],
    ] as const)
      expect((await signUp(key, changed)).body.code).toBe('email_taken')
  })

  it('does not get past the second step when it is repeated under its key', async () => {
    const form = { username: 'stepper', email: 'stepper@example.org', password: PASSWORD, confirm_password: PASSWORD }
    const signUp = (browser = openBrowser(under)) =>
      browser.ask('POST', '/api/auth/signup', form, { 'idempotency-key': '4d9a2c5e-step' })
    const first = openBrowser(under)
    expect((await signUp(first)).status).toBe(201)
    const { secret } = (await first.ask('POST', '/api/account/second-factor/totp')).body
    const body = { password: PASSWORD, secret, code: codeOf(secret) }
    expect((await first.ask('POST', '/api/account/second-factor', body)).status).toBe(200)
    const again = openBrowser(under)
    expect(await signUp(again)).toMatchObject({ status: 409, body: { code: 'email_taken' } })
    expect((await again.ask('GET', '/api/auth/')).status).toBe(401)
  })

  it('says of everything that is wrong what it is, in words and by code', async () => {
    const form = { username: 'a b', email: 'nobody', password: 'short', confirm_password: 'other' }
    const { status, body } = await openBrowser(under).ask('POST', '/api/auth/signup', form)
    expect(status).toBe(400)
    expect(body.errors).toHaveLength(4)
    expect(body.reasons).toEqual([
      { code: 'invalid_email' },
      { code: 'invalid_username' },
      { code: 'invalid_password' },
      { code: 'passwords_differ' },
    ])
  })
})
