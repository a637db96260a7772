import { randomBytes } from 'node:crypto'
import { accountStream } from '@pathlight/domain/accounts/events.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { commandUnderTest, eventsIn, openBrowser, PASSWORD, signUpSomebody } from '../../command-under-test.contract.ts'
import { newAuthenticator } from './authenticator.contract.ts'

describe('passkeys', () => {
  const under = commandUnderTest()
  type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
  type Authenticator = ReturnType<typeof newAuthenticator>
  const changes = async ({ id }: Somebody) =>
    (await eventsIn(under, accountStream(id))).map(({ type, data }) => data.change ?? type)
  const begin = async ({ ask }: Somebody) =>
    (await ask('POST', '/api/account/passkeys/options', { password: PASSWORD })).body.options
  const add = async (who: Somebody, device: Authenticator, name = 'Phone') =>
    who.ask('POST', '/api/account/passkeys', { name, answer: device.make(await begin(who)) })
  const asked = async (browser = openBrowser(under)) =>
    (await browser.ask('POST', '/api/auth/passkey/options')).body.options
  const send = (answer: object, browser = openBrowser(under)) => browser.ask('POST', '/api/auth/passkey', { answer })
  const withPasskey = async (device = newAuthenticator()) => {
    const ann = await signUpSomebody(under)
    const added = await add(ann, device)
    expect(added.status).toBe(201)
    return { ann, device, id: added.body.id as string }
  }

  it('are added for the password, named, listed, and log in with one answer', async () => {
    const { ann, device, id } = await withPasskey()
    const browser = openBrowser(under)
    const { status, body } = await send(device.answer(await asked(browser)), browser)
    expect({ status, body }).toEqual({ status: 200, body: { id: ann.id, username: ann.username, email: ann.email } })
    expect((await browser.ask('GET', '/api/auth/')).body.id).toBe(ann.id)
    expect((await ann.ask('PUT', `/api/account/passkeys/${id}`, { name: ' 내 전화 ' })).body.name).toBe('내 전화')
    const { passkeys } = (await ann.ask('GET', '/api/account/log-in')).body
    expect(passkeys).toEqual([{ id, name: '내 전화', created_at: expect.any(String), used_at: expect.any(String) }])
    expect(await changes(ann)).toEqual(['AccountOpened', 'passkey-added', 'passkey-renamed'])
    const mails = (await under.jobs.waiting()).filter(({ data }) => 'userId' in data && data.userId === ann.id)
    expect(mails.map(({ data }) => data)).toContainEqual({ userId: ann.id, notice: 'passkey-added' })
  })

  it('are in the history also where the mail about them cannot be added', async () => {
    const ann = await signUpSomebody(under)
    const add = vi.spyOn(under.jobs, 'add').mockRejectedValue(new Error('The jobs are away'))
    onTestFinished(() => add.mockRestore())
    const answer = newAuthenticator().make(await begin(ann))
    expect((await ann.ask('POST', '/api/account/passkeys', { name: 'Phone', answer })).status).toBe(201)
    expect(await changes(ann)).toEqual(['AccountOpened', 'passkey-added'])
  })

  it('log in no more once they are removed', async () => {
    const { ann, device, id } = await withPasskey()
    const options = await asked()
    expect((await ann.ask('DELETE', `/api/account/passkeys/${id}`)).status).toBe(204)
    expect((await ann.ask('DELETE', `/api/account/passkeys/${id}`)).status).toBe(404)
    expect(await send(device.answer(options))).toMatchObject({ status: 401, body: { code: 'passkey_unknown' } })
    expect(await changes(ann)).toEqual(['AccountOpened', 'passkey-added', 'passkey-removed'])
  })

  it('are nobody else’s to name or to remove', async () => {
    const { id } = await withPasskey()
    const bob = await signUpSomebody(under)
    expect((await bob.ask('PUT', `/api/account/passkeys/${id}`, { name: 'Mine' })).status).toBe(404)
    expect((await bob.ask('DELETE', `/api/account/passkeys/${id}`)).status).toBe(404)
  })

  it('are not added without the password, nor twice', async () => {
    const { ann, device } = await withPasskey()
    expect(await ann.ask('POST', '/api/account/passkeys/options', { password: 'Wrong1!pass' })).toMatchObject({
      status: 403,
      body: { code: 'wrong_password' },
    })
    expect(await add(ann, device)).toMatchObject({ status: 409, body: { code: 'passkey_taken' } })
    const bob = await signUpSomebody(under)
    expect(await add(bob, device)).toMatchObject({ status: 409, body: { code: 'passkey_taken' } })
    expect(await changes(bob)).toEqual(['AccountOpened'])
  })

  it('are not added by the answer to what another person was asked', async () => {
    const [ann, bob] = [await signUpSomebody(under), await signUpSomebody(under)]
    const answer = newAuthenticator().make(await begin(ann))
    const taken = await bob.ask('POST', '/api/account/passkeys', { name: 'Phone', answer })
    expect(taken).toMatchObject({ status: 401, body: { code: 'passkey_over' } })
    expect((await bob.ask('GET', '/api/account/log-in')).body.passkeys).toEqual([])
  })

  it('are not added under another id than the browser says, which might be too long for a store', async () => {
    const ann = await signUpSomebody(under)
    for (const inside of [randomBytes(16), randomBytes(3_000)]) {
      const answer = newAuthenticator().make(await begin(ann), inside)
      expect(await ann.ask('POST', '/api/account/passkeys', { name: 'Phone', answer })).toMatchObject({
        status: 401,
        body: { code: 'passkey_refused' },
      })
    }
    expect((await ann.ask('GET', '/api/account/log-in')).body.passkeys).toEqual([])
  })

  it('answer each challenge once, and within ten minutes', async () => {
    const { device } = await withPasskey()
    const answer = device.answer(await asked())
    expect((await send(answer)).status).toBe(200)
    expect(await send(answer)).toMatchObject({ status: 401, body: { code: 'passkey_over' } })
    const late = await asked()
    try {
      under.aheadMs = 10 * 60_000
      expect(await send(device.answer(late))).toMatchObject({ status: 401, body: { code: 'passkey_over' } })
    } finally {
      under.aheadMs = 0
    }
    expect(await send(device.answer({ challenge: 'A'.repeat(43) }))).toMatchObject({
      status: 401,
      body: { code: 'passkey_over' },
    })
  })

  it('of another site are refused, whichever part of the answer says so', async () => {
    const elsewhere = newAuthenticator('https://elsewhere.example')
    const ann = await signUpSomebody(under)
    expect(await add(ann, elsewhere)).toMatchObject({ status: 401, body: { code: 'passkey_of_other_site' } })
    const { device } = await withPasskey()
    const options = await asked()
    const answer = device.answer(options)
    const said = JSON.stringify({
      type: 'webauthn.get',
      challenge: options.challenge,
      origin: 'https://elsewhere.example',
    })
    const clientDataJSON = Buffer.from(said).toString('base64url')
    expect(await send({ ...answer, response: { ...answer.response, clientDataJSON } })).toMatchObject({
      status: 401,
      body: { code: 'passkey_of_other_site' },
    })
    const { authenticatorData } = elsewhere.answer(options).response
    expect(await send({ ...answer, response: { ...answer.response, authenticatorData } })).toMatchObject({
      status: 401,
      body: { code: 'passkey_refused' },
    })
  })

  it('that somebody else signs, or that count backwards as a copy does, are refused', async () => {
    const { device } = await withPasskey()
    const forged = { ...newAuthenticator().answer(await asked()), id: '', rawId: '' }
    const { id, rawId } = device.answer({ challenge: '' })
    expect(await send({ ...forged, id, rawId })).toMatchObject({ status: 401, body: { code: 'passkey_refused' } })
    expect((await send(device.answer(await asked(), { counts: true }))).status).toBe(200)
    const copied = device.answer(await asked())
    expect(await send(copied)).toMatchObject({ status: 401, body: { code: 'passkey_refused' } })
  })

  it('that are no answers are refused in words', async () => {
    const { device } = await withPasskey()
    const answer = device.answer(await asked())
    for (const response of [
      { ...answer.response, signature: '!' },
      { ...answer.response, clientDataJSON: 'e30' },
      null,
    ])
      expect((await send({ ...answer, response })).status).toBeOneOf([400, 401])
  })

  // This test comes last, because it uses up the limit of the network address.
  it('let in a congregation behind one address, and count what is refused', async () => {
    const { ann, device } = await withPasskey()
    for (let n = 0; n < 101; n++) expect((await send(device.answer(await asked()))).status).toBe(200)
    const value = { generation: 0, remember: false }
    const ticket = () => under.identity.startChallenge('second-step', { userId: ann.id, value })
    const browser = openBrowser(under)
    const second = async (path: string, body: object) => (await browser.ask('POST', path, body)).status
    const [held, step] = [await ticket(), '/api/auth/second-step']
    for (let n = 0; n < 101; n++) {
      const { options } = (await browser.ask('POST', `${step}/passkey`, { ticket: held })).body
      expect(await second(step, { ticket: await ticket(), answer: device.answer(options) })).toBe(200)
    }
    const unknown = { ticket: 'unknown', code: '123456' }
    for (let n = 0; n < 100; n++) expect(await second(step, unknown)).toBe(401)
    expect(await second(step, unknown)).toBe(429)
    // Earlier tests of this file have used up a part of the limit.
    const wrong = device.answer({ challenge: 'A'.repeat(43) })
    let tried = 0
    while (tried <= 100 && (await send(wrong)).status === 401) tried += 1
    expect(tried).toBeLessThan(100)
    expect((await send(device.answer(await asked()))).status).toBe(429)
  })
})
