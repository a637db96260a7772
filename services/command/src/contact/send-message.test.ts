import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CAPTCHA_SERVICE_NAMES, CAPTCHA_SERVICES } from '@pathlight/contracts/captcha-rules.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import type { Challenge } from 'altcha-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandUnderTest, openBrowser } from '../command-under-test.contract.ts'
import { altchaCaptcha } from './altcha-captcha.ts'
import type { ContactMailJob } from './send-message.ts'
import { siteverifyCaptcha } from './siteverify-captcha.ts'
import { solve } from './solve-captcha.contract.ts'

const NOT_SOLVED = { status: 400, body: { success: false, type: 'error', message: 'Please complete the CAPTCHA.' } }

describe('a message by the contact form', () => {
  const under = commandUnderTest()
  const mailed: ContactMailJob['contact-mail'][] = []
  beforeAll(() =>
    under.jobs.work({
      'reset-mail': async () => undefined,
      'email-link-mail': async () => undefined,
      'notice-mail': async () => undefined,
      'invitation-mail': async () => undefined,
      'test-mail': async () => undefined,
      'write-archive': async () => undefined,
      'import-data': async () => undefined,
      'contact-mail': async (message) => void mailed.push(message),
    }),
  )
  const ask = async () => (await openBrowser(under).ask('GET', '/api/contact/captcha')).body.challenge as Challenge
  const send = (captchaToken: string, more: object = {}) =>
    openBrowser(under).ask('POST', '/api/contact/', {
      name: 'Kim',
      email: 'kim@example.org',
      message: 'Thank you.',
      captchaToken,
      ...more,
    })

  it('is taken once for a solved challenge, however many send it at the same time', async () => {
    const token = await solve(await ask())
    const answers = await Promise.all([send(token), send(token), send(token)])
    const accepted = answers.filter(({ status }) => status === 200)
    expect(accepted).toMatchObject([
      { body: { success: true, type: 'success', message: 'Thank you. Your message has been sent.' } },
    ])
    for (const answer of answers) if (answer !== accepted[0]) expect(answer).toMatchObject(NOT_SOLVED)
    await eventually(() => expect(mailed).toHaveLength(1))
    // The job has only the id of the message, and none of its words.
    expect(Object.keys(mailed[0] ?? {})).toEqual(['id'])
    expect(JSON.parse((await under.identity.findMessage(mailed[0]?.id ?? '')) ?? '')).toMatchObject({
      ...{ name: 'Kim', email: 'kim@example.org', message: 'Thank you.' },
    })
    expect(await send(token)).toMatchObject(NOT_SOLVED)
  })

  it('is refused for an answer that is none, of another server, changed, or of a challenge that is over', async () => {
    const challenge = await ask()
    const solved = await solve(challenge)
    const changed = (change: object) => {
      const token = JSON.parse(Buffer.from(solved, 'base64').toString())
      return Buffer.from(JSON.stringify({ ...token, ...change })).toString('base64')
    }
    const another = await altchaCaptcha({ secret: new Uint8Array(32).fill(8), rounds: 10 }).ask()
    const longAgo = altchaCaptcha({
      secret: new Uint8Array(32).fill(9),
      rounds: 10,
      now: () => new Date(Date.now() - 21 * 60 * 1000),
    })
    const over = await longAgo.ask()
    if (another.provider !== 'altcha' || over.provider !== 'altcha') throw new Error('not ALTCHA')
    const tokens = [
      'nonsense',
      changed({ solution: { counter: 1, derivedKey: '00'.repeat(32) } }),
      changed({ challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } } }),
      changed({ challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 9_999_999_999 } } }),
      await solve(another.challenge as unknown as Challenge),
      await solve(over.challenge as unknown as Challenge),
    ]
    for (const token of tokens) expect(await send(token), token.slice(0, 20)).toMatchObject(NOT_SOLVED)
    expect(mailed).toHaveLength(1)
  })

  it('has a name on one line, whatever was sent', async () => {
    await send(await solve(await ask()), { name: ' Kim\r\nBcc: eve@example.org ' })
    await eventually(async () =>
      expect(await under.identity.findMessage(mailed.at(-1)?.id ?? '')).toContain('"name":"Kim Bcc: eve@example.org"'),
    )
  })

  it('may be sent five times an hour from one address; then it is said when again', async () => {
    for (let sent = mailed.length; sent < 5; sent += 1)
      expect(await send(await solve(await ask()))).toMatchObject({ status: 200 })
    const { status, body, headers } = await send(await solve(await ask()))
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_000)
    // The minutes are somewhat fewer than 60, because the hour began with the first message.
    const minutes = Math.ceil(Number(headers['retry-after']) / 60)
    expect(body).toMatchObject({ success: false, type: 'error', code: 'contact_too_often', params: { minutes } })
    expect(body.message).toBe(`You have sent 5 messages within an hour. You can send another in ${minutes} minutes.`)
  })
})

describe.each(CAPTCHA_SERVICE_NAMES)('a CAPTCHA of %s', (provider) => {
  const asked: Record<string, string>[] = []
  let answer: { status: number; body: string } = { status: 200, body: '' }
  // A fake CAPTCHA service that follows the providers' documentation: a form by POST is answered by JSON with `success`
  // and `error-codes`.
  const server = createServer((request, response) => {
    let form = ''
    request.on('data', (part) => {
      form += part
    })
    request.on('end', () => {
      const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
      if (request.method === 'POST' && isForm) asked.push(Object.fromEntries(new URLSearchParams(form)))
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => server.close())
  const captcha = () =>
    siteverifyCaptcha({
      provider,
      siteKey: 'public',
      secret: 'ours',
      address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    })

  it('has a script that the policy of pages lets in', () => {
    const { script, sources } = CAPTCHA_SERVICES[provider]
    const isLetIn = (source: string) =>
      script.startsWith(source) ||
      (/^https:\/\/\*\./.test(source) && new URL(script).hostname.endsWith(source.slice('https://*'.length)))
    expect(sources.filter(isLetIn)).toHaveLength(1)
  })

  it('is shown under the public key, and its answer is judged by the service', async () => {
    expect(await captcha().ask()).toEqual({ provider, siteKey: 'public' })
    answer = {
      status: 200,
      body: '{"success":true,"challenge_ts":"2026-01-31T09:30:00Z","hostname":"bible.example.org"}',
    }
    expect(await captcha().check('token', '192.0.2.1')).toBe(`${provider} token`)
    expect(asked.at(-1)).toMatchObject({ secret: 'ours', response: 'token', remoteip: '192.0.2.1' })
    answer = { status: 200, body: '{"success":false,"error-codes":["timeout-or-duplicate"]}' }
    expect(await captcha().check('token', '192.0.2.1')).toBeNull()
  })

  it.each([
    ['is away', { status: 503, body: '' }],
    ['sends somewhere else', { status: 302, body: '' }],
    ['answers something else', { status: 200, body: '"yes"' }],
  ])('cannot be judged while the service %s', async (_what, said) => {
    answer = said
    await expect(captcha().check('token', '192.0.2.1')).rejects.toMatchObject({ code: 'captcha_unreachable' })
  })
})
