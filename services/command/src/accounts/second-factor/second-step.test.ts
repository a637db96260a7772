import { accountStream } from '@pathlight/domain/accounts/events.ts'
import { VersionConflict } from '@pathlight/event-log/event-log.ts'
import { codeOf } from '@pathlight/testing/authenticator-app.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { commandUnderTest, eventsIn, openBrowser, PASSWORD, signUpSomebody } from '../../command-under-test.contract.ts'
import { newAuthenticator } from '../passkeys/authenticator.contract.ts'
import { turnOffByOperator } from './turn-off-by-operator.ts'

describe('the second step of a log-in by password', () => {
  const under = commandUnderTest()
  type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
  const changes = async ({ id }: Pick<Somebody, 'id'>) =>
    (await eventsIn(under, accountStream(id))).map(({ type, data }) => data.change ?? type)
  const notices = async ({ id }: Pick<Somebody, 'id'>) =>
    (await under.jobs.waiting()).flatMap(({ data }) => ('notice' in data && data.userId === id ? [data.notice] : []))
  /** Logs in with the right password. `take` then takes the second step. */
  const firstStep = async ({ email }: Pick<Somebody, 'email'>, password = PASSWORD, remember = false) => {
    const browser = openBrowser(under)
    const { status, body } = await browser.ask('POST', '/api/auth/login', { email, password, remember })
    const take = (step: object) =>
      browser.ask('POST', '/api/auth/second-step', { ticket: body.params?.ticket, ...step })
    return { ...browser, status, body, take }
  }
  const withApp = async () => {
    const ann = await signUpSomebody(under)
    const { secret, uri } = (await ann.ask('POST', '/api/account/second-factor/totp')).body
    expect(uri).toContain(secret)
    const body = { password: PASSWORD, secret, code: codeOf(secret) }
    const { codes } = (await ann.ask('POST', '/api/account/second-factor', body)).body
    return { ...ann, secret: secret as string, codes: codes as string[] }
  }
  const withPasskey = async () => {
    const [ann, device] = [await signUpSomebody(under), newAuthenticator()]
    const { options } = (await ann.ask('POST', '/api/account/passkeys/options', { password: PASSWORD })).body
    const { id } = (await ann.ask('POST', '/api/account/passkeys', { name: 'Key', answer: device.make(options) })).body
    return { ...ann, device, passkey: id as string }
  }

  it('is none for an account that has none', async () => {
    expect((await firstStep(await signUpSomebody(under))).status).toBe(200)
  })

  it('is a code of the app, each of which works once', async () => {
    const ann = await withApp()
    const { status, body, cookies, take, ask } = await firstStep(ann)
    expect(status).toBe(401)
    expect(body).toMatchObject({ code: 'second_step_needed', params: { ways: 'totp recovery' } })
    expect(body.errors).toEqual(['Your password is right. Now take the second step.'])
    expect(cookies.has('pathlight_session')).toBe(false)
    expect(await take({ code: '000000' })).toMatchObject({ status: 401, body: { code: 'wrong_code' } })
    // The code of the next time step, which the server accepts already. The test has used the present code to turn the
    // second step on.
    const code = codeOf(ann.secret, 30_000)
    expect(await take({ code: `${code.slice(0, 3)} ${code.slice(3)}` })).toMatchObject({
      status: 200,
      body: { id: ann.id },
    })
    expect((await ask('GET', '/api/auth/')).status).toBe(200)
    expect(await take({ code: codeOf(ann.secret, 30_000) })).toMatchObject({
      status: 401,
      body: { code: 'second_step_over' },
    })
    expect(await (await firstStep(ann)).take({ code })).toMatchObject({ status: 401, body: { code: 'wrong_code' } })
    expect(await changes(ann)).toEqual(['AccountOpened', 'second-factor-on'])
  })

  it('is a recovery code, each of which works once, however it is typed', async () => {
    const ann = await withApp()
    expect(new Set(ann.codes).size).toBe(10)
    const [first = ''] = ann.codes
    const typed = first.toLowerCase().replaceAll('-', ' ')
    expect((await (await firstStep(ann)).take({ code: typed })).status).toBe(200)
    expect((await (await firstStep(ann)).take({ code: first })).status).toBe(401)
    const { second_factor } = (await ann.ask('GET', '/api/account/log-in')).body
    expect(second_factor).toEqual({ since: expect.any(String), totp: true, codes_left: 9 })
    expect(await changes(ann)).toEqual(['AccountOpened', 'second-factor-on', 'recovery-code-used'])
    const anew = await ann.ask('POST', '/api/account/second-factor/codes', { password: PASSWORD })
    expect(anew.body.codes).toHaveLength(10)
    expect(await notices(ann)).toEqual(['recovery-code-used', 'recovery-codes-made'])
    expect((await (await firstStep(ann)).take({ code: ann.codes[1] })).status).toBe(401)
    expect((await (await firstStep(ann)).take({ code: anew.body.codes[1] })).status).toBe(200)
  })

  it('is a passkey of the same person, asked for with this log-in', async () => {
    const [ann, bob] = [await withPasskey(), await withPasskey()]
    expect((await ann.ask('POST', '/api/account/second-factor', { password: PASSWORD })).status).toBe(200)
    const { body, take, ask } = await firstStep(ann)
    expect(body.params.ways).toBe('passkey recovery')
    const { ticket } = body.params
    const { options } = (await ask('POST', '/api/auth/second-step/passkey', { ticket })).body
    expect(options.allowCredentials).toHaveLength(1)
    expect(await take({ answer: bob.device.answer(options) })).toMatchObject({ status: 401 })
    const again = (await ask('POST', '/api/auth/second-step/passkey', { ticket })).body.options
    const any = (await ask('POST', '/api/auth/passkey/options')).body.options
    expect(await take({ answer: ann.device.answer(any) })).toMatchObject({
      status: 401,
      body: { code: 'passkey_over' },
    })
    expect(await take({ answer: ann.device.answer(again) })).toMatchObject({ status: 200, body: { id: ann.id } })
  })

  it('by a passkey is asked for so often at most from an address, right tickets counted, too', async () => {
    const ann = await withPasskey()
    await ann.ask('POST', '/api/account/second-factor', { password: PASSWORD })
    const { ticket } = (await firstStep(ann)).body.params
    const url = '/api/auth/second-step/passkey'
    const asked = async (payload: object) =>
      (await under.app.inject({ method: 'POST', url, payload, remoteAddress: '192.0.2.7' })).statusCode
    expect(await asked({ ticket })).toBe(200)
    let others = 1_999
    // Only eight requests at a time, because a busy server refuses more.
    const askAll = async () => {
      while (others-- > 0) expect(await asked({ ticket: 'another' })).toBe(401)
    }
    await Promise.all(Array.from({ length: 8 }, askAll))
    expect(await asked({ ticket })).toBe(429)
  })

  it('stays where its only passkey would be removed', async () => {
    const ann = await withPasskey()
    await ann.ask('POST', '/api/account/second-factor', { password: PASSWORD })
    expect(await ann.ask('DELETE', `/api/account/passkeys/${ann.passkey}`)).toMatchObject({
      status: 409,
      body: { code: 'passkey_needed' },
    })
    expect((await ann.ask('DELETE', '/api/account/second-factor', { password: PASSWORD })).status).toBe(204)
    expect((await ann.ask('DELETE', `/api/account/passkeys/${ann.passkey}`)).status).toBe(204)
  })

  it('is turned on and off for the password, and a code that the app shows', async () => {
    const ann = await signUpSomebody(under)
    const { secret } = (await ann.ask('POST', '/api/account/second-factor/totp')).body
    const turnOn = (body: object) => ann.ask('POST', '/api/account/second-factor', { password: PASSWORD, ...body })
    expect(await turnOn({})).toMatchObject({ status: 409, body: { code: 'no_passkey' } })
    expect(await turnOn({ secret, code: codeOf(secret, 3_600_000) })).toMatchObject({
      status: 403,
      body: { code: 'wrong_first_code' },
    })
    expect((await turnOn({ secret, code: codeOf(secret), password: 'Wrong1!pass' })).status).toBe(403)
    expect((await firstStep(ann)).status).toBe(200)
    expect((await turnOn({ secret, code: codeOf(secret) })).status).toBe(200)
    expect((await firstStep(ann)).status).toBe(401)
    expect((await ann.ask('DELETE', '/api/account/second-factor', { password: 'Wrong1!pass' })).status).toBe(403)
    expect((await ann.ask('DELETE', '/api/account/second-factor', { password: PASSWORD })).status).toBe(204)
    expect((await firstStep(ann)).status).toBe(200)
    expect(await changes(ann)).toEqual(['AccountOpened', 'second-factor-on', 'second-factor-off'])
    expect(await notices(ann)).toEqual(['second-factor-off'])
  })

  it('lets nobody in by a recovery code where the log refuses to have it', async () => {
    const ann = await withApp()
    const { take, cookies } = await firstStep(ann)
    const append = vi
      .spyOn(under.log, 'appendToStream')
      .mockRejectedValue(new VersionConflict(accountStream(ann.id), 1n, 0n))
    onTestFinished(() => append.mockRestore())
    expect((await take({ code: ann.codes[0] })).status).toBe(409)
    expect(cookies.has('pathlight_session')).toBe(false)
    append.mockRestore()
    // The code is used up, but the password need not be typed again.
    expect((await take({ code: ann.codes[0] })).body.code).toBe('wrong_code')
    expect((await take({ code: ann.codes[1] })).status).toBe(200)
    expect((await take({ code: ann.codes[2] })).body.code).toBe('second_step_over')
  })

  it('counts wrong codes as wrong passwords, and a right password between them gives none back', async () => {
    const ann = await withApp()
    // From a network address that the account knows, ten wrong codes a day are allowed.
    for (let n = 0; n < 10; n++) {
      const { status, take } = await firstStep(ann)
      expect([status, (await take({ code: `A${n}` })).status]).toEqual([401, 401])
    }
    expect((await firstStep(ann)).body.code).toBe('too_many_guesses')
  })

  it('is over when the password is changed meanwhile, and after ten minutes', async () => {
    const ann = await withApp()
    const [early, late] = [await firstStep(ann), await firstStep(ann)]
    try {
      under.aheadMs = 10 * 60_000
      expect(await late.take({ code: ann.codes[0] })).toMatchObject({ status: 401, body: { code: 'second_step_over' } })
    } finally {
      under.aheadMs = 0
    }
    const next = { password: PASSWORD, new_password: 'Another1!pass' }
    expect((await ann.ask('PUT', '/api/account/password', next)).status).toBe(200)
    expect(await early.take({ code: ann.codes[0] })).toMatchObject({ status: 401, body: { code: 'second_step_over' } })
  })

  it('lets nobody into an account that was closed since the first step', async () => {
    const ann = await withApp()
    const { take, cookies } = await firstStep(ann)
    // The worker has not deleted the closed account yet.
    await ann.ask('DELETE', '/api/account', { password: PASSWORD, confirm: ann.username })
    expect(await take({ code: ann.codes[0] })).toMatchObject({ status: 403, body: { code: 'account_closed' } })
    expect(cookies.has('pathlight_session')).toBe(false)
  })

  it('is told of by mail and in the log also where the request has a key that was used before, or the log refuses', async () => {
    const ann = await signUpSomebody(under)
    const key = { 'idempotency-key': 'a-key-of-the-thief' }
    const turnOn = async () => {
      const { secret } = (await ann.ask('POST', '/api/account/second-factor/totp')).body
      const body = { password: PASSWORD, secret, code: codeOf(secret) }
      return (await ann.ask('POST', '/api/account/second-factor', body, key)).status
    }
    const undoMails = async () =>
      (await under.jobs.waiting()).filter(({ data }) => 'purpose' in data && data.userId === ann.id).length
    expect((await ann.ask('PUT', '/api/account/looks-mail', { on: true }, key)).status).toBe(204)
    expect(await turnOn()).toBe(200)
    expect(await changes(ann)).toEqual(['AccountOpened', 'looks-mail-on', 'second-factor-on'])
    expect(await undoMails()).toBe(1)
    const append = vi
      .spyOn(under.log, 'appendToStream')
      .mockRejectedValue(new VersionConflict(accountStream(ann.id), 1n, 0n))
    onTestFinished(() => append.mockRestore())
    expect(await turnOn()).toBe(409)
    expect(await undoMails()).toBe(2)
  })

  it('stays after a new password by mail', async () => {
    const ann = await withApp()
    const { token } = (await under.identity.startPasswordReset(ann.id)) ?? { token: '' }
    const password = 'Another1!pass'
    expect((await openBrowser(under).ask('POST', `/api/auth/reset-password/${token}`, { password })).status).toBe(200)
    const { status, take } = await firstStep(ann, password)
    expect(status).toBe(401)
    expect((await take({ code: ann.codes[0] })).status).toBe(200)
  })

  it('is turned off by the operator for a person who has nothing left to take it with', async () => {
    const ann = await withApp()
    expect(await turnOffByOperator(under, ann.id)).toBe(true)
    expect(await turnOffByOperator(under, ann.id)).toBe(false)
    expect((await firstStep(ann)).status).toBe(200)
    const last = (await eventsIn(under, accountStream(ann.id))).at(-1)
    expect(last).toMatchObject({ data: { change: 'second-factor-off' }, metadata: { actorId: 'operator' } })
    expect(await notices(ann)).toEqual(['second-factor-off'])
  })

  it('leaves a mail or an event where the operator turns it off and the other cannot be stored', async () => {
    const [ann, bob] = [await withApp(), await withApp()]
    vi.spyOn(under.log, 'appendToStream').mockRejectedValueOnce(new Error('The log is away'))
    const add = vi.spyOn(under.jobs, 'add')
    onTestFinished(() => void vi.restoreAllMocks())
    await expect(turnOffByOperator(under, ann.id)).rejects.toThrow('The log is away')
    expect(await notices(ann)).toEqual(['second-factor-off'])
    add.mockRejectedValueOnce(new Error('The jobs are away'))
    await expect(turnOffByOperator(under, bob.id)).rejects.toThrow('The jobs are away')
    expect(await changes(bob)).toEqual(['AccountOpened', 'second-factor-on', 'second-factor-off'])
  })

  it('that somebody else turned on is taken back by the mailed link, with what they have made', async () => {
    const ann = await withPasskey()
    await ann.ask('POST', '/api/account/second-factor', { password: PASSWORD })
    const mails = (await under.jobs.waiting()).filter(({ data }) => 'purpose' in data && data.userId === ann.id)
    expect(mails.map(({ data }) => data)).toContainEqual({ userId: ann.id, purpose: 'undo-second-factor' })
    const { token } = (await under.identity.startEmailLink(ann.id, 'undo-second-factor')) ?? { token: '' }
    for (const _ of [1, 2])
      expect(await openBrowser(under).ask('POST', `/api/account/email-link/${token}`)).toMatchObject({
        status: 200,
        body: { done: 'undo-second-factor' },
      })
    expect((await ann.ask('GET', '/api/auth/')).status).toBe(401)
    const { status, ask } = await firstStep(ann)
    expect(status).toBe(200)
    expect((await ask('GET', '/api/account/log-in')).body).toMatchObject({ passkeys: [], second_factor: null })
    expect(await changes(ann)).toEqual(['AccountOpened', 'passkey-added', 'second-factor-on', 'second-factor-off'])
  })
})
