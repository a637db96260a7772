import { eventually } from '@pathlight/testing/eventually.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { commandUnderTest, openBrowser, signUpSomebody } from '../command-under-test.contract.ts'

describe('asking for a new password', () => {
  const under = commandUnderTest()
  const asked: (string | null)[] = []
  beforeAll(() =>
    under.jobs.work({
      'reset-mail': async ({ userId }) => void asked.push(userId),
      'contact-mail': async () => undefined,
      'email-link-mail': async () => undefined,
      'notice-mail': async () => undefined,
      'invitation-mail': async () => undefined,
      'test-mail': async () => undefined,
      'write-archive': async () => undefined,
      'import-data': async () => undefined,
    }),
  )
  const ask = (email: string, headers = {}) =>
    openBrowser(under).ask('POST', '/api/auth/forgot-password', { email }, headers)

  it('becomes a job for known and unknown emails alike, which never holds what was typed', async () => {
    const ann = await signUpSomebody(under)
    const known = await ask(ann.email.toUpperCase())
    const unknown = await ask('nobody@example.org')
    expect(known).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    expect(unknown.body).toEqual(known.body)
    await eventually(() => expect(asked.slice(-2).toSorted()).toEqual([ann.id, null].toSorted()))
  })

  it('leads to the mail also when the first try broke off before there was a job', async () => {
    const ann = await signUpSomebody(under)
    const headers = { 'idempotency-key': 'a-key-of-the-browser' }
    await under.identity.askPasswordReset(
      ann.email,
      { deviceToken: null, userAgent: null, address: '192.0.2.1' },
      'a-key-of-the-browser',
    )
    expect((await ask(ann.email, headers)).status).toBe(200)
    await eventually(() => expect(asked).toContain(ann.id))
  })

  it('leads to one mail however the address is written, where the key is the same', async () => {
    const ann = await signUpSomebody(under)
    const headers = { 'idempotency-key': 'a-key-that-is-used-again' }
    const written = [ann.email, ann.email.toUpperCase(), ann.email.replace('p', 'P'), ann.email.replace('e', '\uff25')]
    for (const email of written) expect((await ask(email, headers)).status).toBe(200)
    // Jobs start in the order in which they were added, so all earlier jobs have started when this job has.
    await ask('last@example.org')
    await eventually(() => expect(asked.at(-1)).toBeNull())
    expect(asked.filter((id) => id === ann.id)).toHaveLength(1)
  })
})
