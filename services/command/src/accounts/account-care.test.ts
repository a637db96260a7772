import { accountStream } from '@pathlight/domain/accounts/events.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { commandUnderTest, eventsIn, openBrowser, PASSWORD, signUpSomebody } from '../command-under-test.contract.ts'

const NEXT = 'Another1!pass'
const DAY_MS = 24 * 60 * 60 * 1000

describe('an account in its owner’s hands', () => {
  const under = commandUnderTest()
  type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
  /** Logs the same person in from another browser. */
  const logIn = async (who: Pick<Somebody, 'email'>, password = PASSWORD) => {
    const browser = openBrowser(under)
    const { status, body } = await browser.ask('POST', '/api/auth/login', { email: who.email, password })
    return { ...browser, status, body }
  }
  const changes = async (who: Somebody) =>
    (await eventsIn(under, accountStream(who.id))).map(({ type, data }) => data.change ?? type)
  const isSignedIn = async ({ ask }: Pick<Somebody, 'ask'>) => (await ask('GET', '/api/auth/')).status === 200
  const linkFor = async (who: Somebody, purpose: Parameters<typeof under.identity.startEmailLink>[1]) =>
    (await under.identity.startEmailLink(who.id, purpose))?.token ?? ''
  const follow = (token: string) => openBrowser(under).ask('POST', `/api/account/email-link/${token}`)

  it('shows its name, its address and whether mail reaches it', async () => {
    const ann = await signUpSomebody(under)
    const mine = { username: ann.username, email: ann.email, looks_mail: false, locked: null, closing: null }
    expect((await ann.ask('GET', '/api/account')).body).toEqual({ ...mine, email_verified: false })
    expect(await follow(await linkFor(ann, 'verify-email'))).toMatchObject({
      status: 200,
      body: { done: 'verify-email' },
    })
    expect((await ann.ask('GET', '/api/account')).body).toEqual({ ...mine, email_verified: true })
    expect(await changes(ann)).toEqual(['AccountOpened', 'email-verified'])
  })

  it('lists its devices, and ends one or all others', async () => {
    const ann = await signUpSomebody(under)
    const [desk, phone] = [await logIn(ann), await logIn(ann)]
    const devices = async () => (await ann.ask('GET', '/api/account/devices')).body.devices
    const listed = await devices()
    expect(listed).toHaveLength(3)
    expect(Object.keys(listed[0])).toEqual(['id', 'label', 'first_seen', 'last_seen', 'current'])
    const [other] = (await phone.ask('GET', '/api/account/devices')).body.devices.filter(
      ({ current }: { current: boolean }) => current,
    )
    expect((await ann.ask('DELETE', `/api/account/devices/${other.id}`)).status).toBe(204)
    expect([await isSignedIn(ann), await isSignedIn(desk), await isSignedIn(phone)]).toEqual([true, true, false])
    expect((await ann.ask('DELETE', '/api/account/devices')).body).toEqual({ ended: 1 })
    expect(await isSignedIn(desk)).toBe(false)
    expect(await devices()).toMatchObject([{ current: true }])
    expect((await ann.ask('DELETE', `/api/account/devices/${other.id}`)).status).toBe(404)
    expect(await changes(ann)).toEqual(['AccountOpened', 'devices-ended', 'devices-ended'])
  })

  it('that ends the device in its owner’s hand is logged out there', async () => {
    const ann = await signUpSomebody(under)
    const [{ id }] = (await ann.ask('GET', '/api/account/devices')).body.devices
    expect((await ann.ask('DELETE', `/api/account/devices/${id}`)).status).toBe(204)
    expect(await isSignedIn(ann)).toBe(false)
    expect([...ann.cookies.keys()]).toEqual(['pathlight_device'])
  })

  it('gets another password for the present one, and only this session goes on', async () => {
    const ann = await signUpSomebody(under)
    const desk = await logIn(ann)
    const body = { password: PASSWORD, new_password: NEXT }
    const wrong = { password: 'Wrong1!password', new_password: NEXT }
    expect(await ann.ask('PUT', '/api/account/password', wrong)).toMatchObject({
      status: 403,
      body: { code: 'wrong_password' },
    })
    expect((await ann.ask('PUT', '/api/account/password', body)).status).toBe(200)
    expect([await isSignedIn(ann), await isSignedIn(desk)]).toEqual([true, false])
    expect([(await logIn(ann)).status, (await logIn(ann, NEXT)).status]).toEqual([401, 200])
    expect(await changes(ann)).toEqual(['AccountOpened', 'password-changed'])
    const mails = (await under.jobs.waiting()).filter(({ data }) => 'notice' in data && data.userId === ann.id)
    expect(mails.map(({ data }) => data)).toEqual([{ userId: ann.id, notice: 'password-changed' }])
  })

  it('logs all others out also where the new password is the present one', async () => {
    const ann = await signUpSomebody(under)
    const change = (password: string) => ann.ask('PUT', '/api/account/password', { password, new_password: NEXT })
    expect((await change(PASSWORD)).status).toBe(200)
    const desk = await logIn(ann, NEXT)
    expect((await change(NEXT)).status).toBe(200)
    expect([await isSignedIn(ann), await isSignedIn(desk)]).toEqual([true, false])
  })

  it('asks for its password ten times at most on a device in a day, whatever for, and says when it asks again', async () => {
    const ann = await signUpSomebody(under)
    const wrong = { password: 'Wrong1!password', new_password: NEXT, email: 'a@example.org', confirm: ann.username }
    const calls = [
      ['PUT', '/api/account/password'],
      ['PUT', '/api/account/email'],
      ['DELETE', '/api/account'],
      ['POST', '/api/account/passkeys/options'],
      ['POST', '/api/account/second-factor'],
    ] as const
    for (const [method, url] of [...calls, ...calls]) expect((await ann.ask(method, url, wrong)).status).toBe(403)
    for (const [method, url] of calls) {
      const { status, headers, body } = await ann.ask(method, url, { ...wrong, password: PASSWORD })
      expect({ status, code: body.code, message: body.message }).toEqual({
        ...{ status: 429, code: 'too_many_guesses' },
        message: 'Too many wrong passwords. Please try again in 24 hours.',
      })
      expect(Number(headers['retry-after'])).toBeGreaterThan(23 * 60 * 60)
    }
    expect(await changes(ann)).toEqual(['AccountOpened'])
  })

  it('gets another name, unless somebody has it', async () => {
    const [ann, bob] = [await signUpSomebody(under), await signUpSomebody(under)]
    expect((await ann.ask('PUT', '/api/account/username', { username: ` ${ann.username}.two ` })).body).toMatchObject({
      username: `${ann.username}.two`,
    })
    expect((await ann.ask('GET', '/api/auth/')).body).toMatchObject({ username: `${ann.username}.two` })
    expect(await ann.ask('PUT', '/api/account/username', { username: bob.username })).toMatchObject({
      status: 409,
      body: { code: 'username_taken', message: 'Username is already in use.' },
    })
    expect(await changes(ann)).toEqual(['AccountOpened', 'username-changed'])
  })

  it('gets another address by the link that goes there, and the old one takes it back', async () => {
    const ann = await signUpSomebody(under)
    const email = `new-${ann.email}`
    const ask = (password: string) => ann.ask('PUT', '/api/account/email', { email, password })
    expect((await ask('Wrong1!password')).status).toBe(403)
    expect((await ask(PASSWORD)).status).toBe(202)
    expect((await ann.ask('GET', '/api/account')).body.email).toBe(ann.email)
    const token = await linkFor(ann, 'change-email')
    for (const _ of [1, 2]) expect(await follow(token)).toMatchObject({ status: 200, body: { done: 'change-email' } })
    expect((await ann.ask('GET', '/api/account')).body).toMatchObject({ email, email_verified: true })
    expect((await logIn({ email })).status).toBe(200)

    expect((await follow(await linkFor(ann, 'undo-email-change'))).body).toEqual({ done: 'undo-email-change' })
    expect(await isSignedIn(ann)).toBe(false)
    expect([(await logIn({ email })).status, (await logIn(ann)).status]).toEqual([401, 200])
    expect(await changes(ann)).toEqual(['AccountOpened', 'email-changed', 'email-change-undone'])
  })

  it('has its old address told of another one once, however often the link to that is opened', async () => {
    const ann = await signUpSomebody(under)
    const email = `new-${ann.email}`
    expect((await ann.ask('PUT', '/api/account/email', { email, password: PASSWORD })).status).toBe(202)
    const token = await linkFor(ann, 'change-email')
    for (let n = 0; n < 5; n++) expect((await follow(token)).status).toBe(200)
    const mails = (await under.jobs.waiting()).filter(
      ({ name, data }) => name === 'email-link-mail' && 'userId' in data && data.userId === ann.id,
    )
    expect(mails.map(({ data }) => 'purpose' in data && data.purpose)).toEqual(['change-email', 'undo-email-change'])
  })

  it('has the change of a mailed link in its history where the first opening broke off after the change', async () => {
    const ann = await signUpSomebody(under)
    const verifying = await linkFor(ann, 'verify-email')
    const append = vi.spyOn(under.log, 'appendToStream').mockRejectedValueOnce(new Error('The log is away'))
    onTestFinished(() => append.mockRestore())
    expect((await follow(verifying)).status).toBe(500)
    for (const _ of [1, 2]) expect((await follow(verifying)).status).toBe(200)
    const email = `new-${ann.email}`
    expect((await ann.ask('PUT', '/api/account/email', { email, password: PASSWORD })).status).toBe(202)
    const changing = await linkFor(ann, 'change-email')
    const add = vi.spyOn(under.jobs, 'add').mockRejectedValueOnce(new Error('The jobs are away'))
    onTestFinished(() => add.mockRestore())
    expect((await follow(changing)).status).toBe(500)
    for (const _ of [1, 2]) expect((await follow(changing)).status).toBe(200)
    expect(await changes(ann)).toEqual(['AccountOpened', 'email-verified', 'email-changed'])
  })

  it('has no second event of a link that is opened again, whatever the log finds', async () => {
    const ann = await signUpSomebody(under)
    const token = await linkFor(ann, 'verify-email')
    expect((await follow(token)).status).toBe(200)
    // EventStoreDB does not find an old event by its id.
    const readEnds = vi.spyOn(under.log, 'readEnds').mockResolvedValue({ events: [], version: 0n, found: null })
    const append = vi.spyOn(under.log, 'appendToStream')
    onTestFinished(() => void vi.restoreAllMocks())
    append.mockRejectedValue(new Error('A second event'))
    expect((await follow(token)).status).toBe(200)
    for (const spy of [readEnds, append]) spy.mockRestore()
    expect(await changes(ann)).toEqual(['AccountOpened', 'email-verified'])
  })

  it('takes its old address back on the sixth day, and is told on the eighth that it is too late', async () => {
    const changedOnce = async () => {
      const ann = await signUpSomebody(under)
      const email = `new-${ann.email}`
      expect((await ann.ask('PUT', '/api/account/email', { email, password: PASSWORD })).status).toBe(202)
      expect((await follow(await linkFor(ann, 'change-email'))).status).toBe(200)
      return { ann, email, undo: await linkFor(ann, 'undo-email-change') }
    }
    const [inTime, late] = [await changedOnce(), await changedOnce()]
    try {
      under.aheadMs = 6 * DAY_MS
      expect(await follow(inTime.undo)).toMatchObject({ status: 200, body: { done: 'undo-email-change' } })
      expect((await logIn(inTime.ann)).status).toBe(200)
      under.aheadMs = 8 * DAY_MS
      expect(await follow(late.undo)).toMatchObject({
        status: 400,
        body: { code: 'email_link_spent', message: 'This link has expired or was already used.' },
      })
      expect([(await logIn(late.ann)).status, (await logIn(late)).status]).toEqual([401, 200])
      expect(await under.identity.startEmailLink(late.ann.id, 'undo-email-change')).toBeNull()
    } finally {
      under.aheadMs = 0
    }
  })

  it('is told of a link that does nothing, and sends no more than five an hour', async () => {
    const ann = await signUpSomebody(under)
    expect(await follow('made-up')).toMatchObject({ status: 400, body: { code: 'email_link_spent' } })
    const sent = []
    for (let n = 0; n < 6; n++) sent.push((await ann.ask('POST', '/api/account/email/verification')).status)
    expect(sent).toEqual([202, 202, 202, 202, 202, 429])
    const bob = await signUpSomebody(under)
    expect((await follow(await linkFor(bob, 'verify-email'))).status).toBe(200)
    expect(await bob.ask('POST', '/api/account/email/verification')).toMatchObject({
      status: 409,
      body: { code: 'address_verified' },
    })
  })

  it('is closed by its password and its name, and then no session starts', async () => {
    const ann = await signUpSomebody(under)
    const desk = await logIn(ann)
    const close = (password: string, confirm: string) => ann.ask('DELETE', '/api/account', { password, confirm })
    expect(await close(PASSWORD, 'somebody')).toMatchObject({ status: 400, body: { code: 'username_differs' } })
    expect((await close('Wrong1!password', ann.username)).status).toBe(403)
    expect((await close(PASSWORD, ann.username)).status).toBe(204)
    expect([await isSignedIn(ann), await isSignedIn(desk)]).toEqual([false, false])
    expect(await logIn(ann)).toMatchObject({ status: 403, body: { code: 'account_closed' } })
    expect(await changes(ann)).toEqual(['AccountOpened', 'AccountClosed'])
  })
})
