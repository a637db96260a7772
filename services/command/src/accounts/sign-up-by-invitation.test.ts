import { accountStream } from '@pathlight/domain/accounts/events.ts'
import { adminStream } from '@pathlight/domain/admins/events.ts'
import { describe, expect, it } from 'vitest'
import { openAdmins } from '../admins/admins.ts'
import {
  type CommandUnderTest,
  commandUnderTest,
  eventsIn,
  keyed,
  openBrowser,
  PASSWORD,
} from '../command-under-test.contract.ts'

let people = 0
const somebody = () => {
  people += 1
  const username = `guest${people}`
  return { username, email: `${username}@example.org`, password: PASSWORD, confirm_password: PASSWORD }
}
const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
const codeIn = (link: string) => new URL(link).searchParams.get('invitation') ?? ''

/** Signs up by the link that a new installation prints. */
const firstAdmin = async (under: CommandUnderTest) => {
  const browser = openBrowser(under)
  const invitation = (await under.identity.firstAdminCode()) ?? ''
  const answer = await browser.ask('POST', '/api/auth/signup', { ...somebody(), invitation })
  return { ...browser, invitation, answer, id: answer.body.id as string }
}

describe('where sign-up is by invitation', () => {
  const under = commandUnderTest({ signUpMode: 'invited' })
  const signUp = (invitation?: string, form = somebody(), headers = {}) =>
    openBrowser(under).ask(
      'POST',
      '/api/auth/signup',
      { ...form, ...(invitation !== undefined && { invitation }) },
      headers,
    )
  let admin: Awaited<ReturnType<typeof firstAdmin>>
  const invite = async (body: object) => admin.ask('POST', '/api/admin/invitations', { until: tomorrow(), ...body })

  it('the first account is an administrator’s by the link that the start prints, once of two at once', async () => {
    const invitation = (await under.identity.firstAdminCode()) ?? ''
    expect(await signUp()).toMatchObject({ status: 403, body: { code: 'invitation_needed' } })
    const two = [firstAdmin(under), firstAdmin(under)]
    const [first, second] = (await Promise.all(two)).toSorted((a, b) => a.answer.status - b.answer.status)
    if (!first) throw new Error('nobody')
    admin = first
    expect(first.answer).toMatchObject({ status: 201, body: { admin: true } })
    expect(second?.answer).toMatchObject({ status: 403, body: { code: 'invitation_over' } })
    expect((await admin.ask('GET', '/api/auth/')).body.admin).toBe(true)
    expect((await eventsIn(under, adminStream(admin.id))).map(({ type }) => type)).toEqual(['AdminGranted'])
    expect(await under.identity.firstAdminCode()).toBeNull()
    expect(await signUp(invitation)).toMatchObject({ status: 403, body: { code: 'invitation_over' } })
  })

  it('a guest comes in by a link, and everybody else is told how one comes in', async () => {
    const { status, body } = await invite({ people: 1 })
    expect(status).toBe(201)
    const guest = await signUp(codeIn(body.link))
    expect(guest.status).toBe(201)
    expect(guest.body).not.toHaveProperty('admin')
    const events = await eventsIn(under, accountStream(guest.body.id))
    expect(events.map(({ type, data }) => [type, data.change])).toEqual([
      ['AccountOpened', undefined],
      ['AccountChanged', 'signed-up-invited'],
    ])
    for (const invitation of [codeIn(body.link), 'made-up', `${body.id}.made-up`])
      expect(await signUp(invitation)).toMatchObject({
        status: 403,
        body: {
          code: 'invitation_over',
          errors: ['This invitation was used, withdrawn, or is over. Ask whoever sent it for another.'],
        },
      })
  })

  it('a sign-up that is refused for its name leaves the place to the next', async () => {
    const form = somebody()
    const { body } = await invite({ people: 2 })
    const invitation = codeIn(body.link)
    expect((await signUp(invitation, form)).status).toBe(201)
    expect(await signUp(invitation, { ...somebody(), username: form.username })).toMatchObject({ status: 409 })
    expect((await signUp(invitation)).status).toBe(201)
    expect((await signUp(invitation)).body.code).toBe('invitation_over')
  })

  it('a sign-up that is sent again under its key has one place, and one account', async () => {
    const { body } = await invite({ people: 1 })
    const [form, key] = [somebody(), keyed()]
    const answers = [await signUp(codeIn(body.link), form, key), await signUp(codeIn(body.link), form, key)]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect(await eventsIn(under, accountStream(answers[0]?.body.id))).toHaveLength(2)
  })

  it('an invitation for an address lets nobody else in, and is mailed to it by a job that does not have it', async () => {
    const form = somebody()
    const { body } = await invite({ email: form.email })
    expect(body.mail).toBe(true)
    const [job] = (await under.jobs.waiting()).filter(({ name }) => name === 'invitation-mail')
    expect(job?.data).toEqual({ invitationId: body.id })
    expect(await signUp(codeIn(body.link))).toMatchObject({ status: 403, body: { code: 'invitation_for_another' } })
    expect((await signUp(codeIn(body.link), form)).status).toBe(201)
  })

  it('an invitation is listed, and withdrawn; each is an event of the admin’s', async () => {
    const key = keyed()
    const body = { people: 9, until: tomorrow() }
    const made = await admin.ask('POST', '/api/admin/invitations', body, key)
    expect((await admin.ask('POST', '/api/admin/invitations', body, key)).body).toEqual(made.body)
    const later = new Date(Date.parse(body.until) + 1_000).toISOString()
    for (const other of [{ people: 8 }, { email: 'ruth@example.org', people: 1 }, { until: later }])
      expect(await admin.ask('POST', '/api/admin/invitations', { ...body, ...other }, key)).toMatchObject({
        status: 422,
        body: { code: 'idempotency_key_reused' },
      })
    const listed = async () => (await admin.ask('GET', '/api/admin/invitations')).body.invitations
    expect((await listed())[0]).toMatchObject({
      id: made.body.id,
      link: made.body.link,
      people: 9,
      used: 0,
      email: null,
    })
    const withdraw = () => admin.ask('DELETE', `/api/admin/invitations/${made.body.id}`)
    expect((await withdraw()).status).toBe(204)
    expect(await withdraw()).toMatchObject({ status: 404, body: { code: 'invitation_not_found' } })
    expect((await listed()).map(({ id }: { id: string }) => id)).not.toContain(made.body.id)
    expect((await signUp(codeIn(made.body.link))).body.code).toBe('invitation_over')
    const deeds = (await eventsIn(under, adminStream(admin.id))).filter(({ data }) => data.subject === made.body.id)
    expect(deeds.map(({ data }) => data.deed)).toEqual(['invited', 'invitation-withdrawn'])
  })
})

describe('made-up invitation codes', () => {
  const under = commandUnderTest({ signUpMode: 'invited' })

  it('are refused a hundred times from an address in an hour, then 429, also for a code that is valid', async () => {
    const { id } = await firstAdmin(under)
    const until = new Date(tomorrow())
    const { code } = await under.identity.invite({ id: crypto.randomUUID(), email: null, people: 1, by: id, until })
    const signUp = (invitation: string) =>
      openBrowser(under).ask('POST', '/api/auth/signup', { ...somebody(), invitation })
    // The limit is a hundred sign-ups. The administrator's sign-up was the first.
    for (let n = 1; n < 100; n++)
      expect(await signUp(`made-up.${n}`)).toMatchObject({ status: 403, body: { code: 'invitation_over' } })
    for (const invitation of ['made-up.100', code]) {
      const refused = await signUp(invitation)
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
  })
})

describe('where sign-up is closed', () => {
  const under = commandUnderTest({ signUpMode: 'closed' })

  it('the operator comes in by the link of the start, and nobody else', async () => {
    const form = somebody()
    const refused = {
      status: 403,
      body: { code: 'sign_up_closed', errors: ['Sign-up is closed here. Ask whoever runs this Pathlight.'] },
    }
    expect(await openBrowser(under).ask('POST', '/api/auth/signup', form)).toMatchObject(refused)
    const admin = await firstAdmin(under)
    expect(admin.answer).toMatchObject({ status: 201, body: { admin: true } })
    const asked = { people: 1, until: tomorrow() }
    expect(await admin.ask('POST', '/api/admin/invitations', asked)).toMatchObject({
      status: 409,
      body: { code: 'invitations_closed' },
    })
    const { code } = await under.identity.invite({
      id: crypto.randomUUID(),
      email: null,
      people: 1,
      by: admin.id,
      until: new Date(tomorrow()),
    })
    const byCode = { ...form, invitation: code }
    expect(await openBrowser(under).ask('POST', '/api/auth/signup', byCode)).toMatchObject(refused)
  })
})

describe('where everybody may sign up', () => {
  const under = commandUnderTest()

  it('an invitation that is over, or for another address, keeps nobody out and is not taken for one', async () => {
    const { id: by } = await firstAdmin(under)
    const invite = (email: string | null) =>
      under.identity.invite({ id: crypto.randomUUID(), email, people: 1, by, until: new Date(tomorrow()) })
    const [{ code }, { code: forAnother }] = [await invite(null), await invite('somebody-else@example.org')]
    const changesAfter = async (invitation: string) => {
      const { status, body } = await openBrowser(under).ask('POST', '/api/auth/signup', { ...somebody(), invitation })
      expect(status, invitation).toBe(201)
      expect(body).not.toHaveProperty('admin')
      return (await eventsIn(under, accountStream(body.id))).map(({ type, data }) => data.change ?? type)
    }
    expect(await changesAfter(code)).toEqual(['AccountOpened', 'signed-up-invited'])
    for (const invitation of [code, forAnother, 'made-up.secret'])
      expect(await changesAfter(invitation)).toEqual(['AccountOpened'])
  })
})

describe('the first administrator', () => {
  const under = commandUnderTest()

  it('is made so by a sign-up that is sent again, and not once the operator has taken it back', async () => {
    const form = { ...somebody(), invitation: (await under.identity.firstAdminCode()) ?? '' }
    const key = keyed()
    const signUp = () => openBrowser(under).ask('POST', '/api/auth/signup', form, key)
    const first = await signUp()
    expect(first).toMatchObject({ status: 201, body: { admin: true } })
    const admins = openAdmins({ ...under, emails: [] })
    await under.identity.setAdmin(first.body.id, null)
    expect(await signUp()).toMatchObject({ status: 201, body: { admin: true } })
    expect(await admins.isAdmin(first.body.id)).toBe(true)
    expect(await admins.revoke(first.body.id)).toBe(true)
    const again = await signUp()
    expect(again.status).toBe(201)
    expect(again.body).not.toHaveProperty('admin')
    expect(await admins.isAdmin(first.body.id)).toBe(false)
  })
})
