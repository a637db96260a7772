import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newAuthenticator } from '@pathlight/command/accounts/passkeys/authenticator.contract.ts'
import { solve } from '@pathlight/command/contact/solve-captcha.contract.ts'
import type { App } from '@pathlight/testing/app-process.ts'
import { codeOf } from '@pathlight/testing/authenticator-app.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { goToProvider, type startOidcProvider } from '@pathlight/testing/oidc-provider.ts'
import { type Answer, ask } from '@pathlight/testing/over-http.ts'
import { expect } from 'vitest'

export const PASSWORD = 'Lamp4myfeet!'

/** A random word that does not occur by accident. */
export const canary = (): string => `canary${randomBytes(12).toString('hex')}`
/** A random word that is short enough for a username. */
export const shortCanary = (): string => canary().slice(0, 20)

/**
 * Gives a person a token and every way to log in. Answers the words, addresses and secrets that must not be found in
 * clear.
 */
export const giveWaysIn = async (
  address: string,
  cookie: string,
  provider: Awaited<ReturnType<typeof startOidcProvider>>,
): Promise<readonly string[]> => {
  const call = async (method: string, path: string, body: object = {}, cookies = cookie) => {
    const answer = await ask(address, method, path, { headers: { cookie: cookies }, body })
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    // biome-ignore lint/suspicious/noExplicitAny: each call has a body of its own
    return { ...answer, body: answer.body as any }
  }
  const [tokenName, passkeyName, subject] = [canary(), canary(), canary()]
  const until = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
  const { token } = (await call('POST', '/api/account/tokens', { name: tokenName, scopes: ['read'], until })).body
  const { options } = (await call('POST', '/api/account/passkeys/options', { password: PASSWORD })).body
  const answer = newAuthenticator(address).make(options)
  await call('POST', '/api/account/passkeys', { name: passkeyName, answer })
  const email = `${canary()}@accounts.example`
  provider.is({ subject, email, isVerified: true })
  const comeBack = async (begun: Answer & { body: { url: string } }, cookies: string) => {
    const [kept = ''] = begun.headers.getSetCookie()
    const headers = { cookie: `${cookies}; ${kept.split(';')[0]}` }
    const path = await goToProvider(begun.body.url, `${address}/api/auth/oidc/callback`)
    return (await fetch(address + path, { redirect: 'manual', headers })).headers.get('location')
  }
  // The app asks which account belongs to this person of the provider. The test leaves this log-in unfinished.
  expect(await comeBack(await call('POST', '/api/auth/oidc', {}, ''), '')).toContain('outcome=prove')
  const link = await call('POST', '/api/account/oidc', { password: PASSWORD })
  expect(await comeBack(link, cookie)).toContain('outcome=linked')
  const { secret } = (await call('POST', '/api/account/second-factor/totp')).body
  const app = { password: PASSWORD, secret, code: codeOf(secret) }
  const { codes } = (await call('POST', '/api/account/second-factor', app)).body
  return [tokenName, token, passkeyName, subject, email, secret, ...codes]
}

/**
 * Sends a message by the contact form. Without a mail server the app stores the message as a file in the folder
 * `contact`. Answers the id of the message and its words, which must not be found anywhere else.
 */
export const writeToOperator = async ({ address, dataDir }: App) => {
  const [name, sender, message] = [canary(), canary(), canary()]
  const { body } = await ask(address, 'GET', '/api/contact/captcha')
  const captchaToken = await solve((body as { challenge: Parameters<typeof solve>[0] }).challenge)
  const form = { name, email: `${sender}@example.org`, message, captchaToken }
  const sent = await ask(address, 'POST', '/api/contact/', { body: form })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  const folder = join(dataDir, 'contact')
  return eventually(() => {
    const [file] = readdirSync(folder).filter((one) => readFileSync(join(folder, one), 'utf8').includes(message))
    const id = /-([0-9a-f-]{36})\.txt$/.exec(file ?? '')?.[1]
    if (id === undefined) throw new Error('The message is not kept yet')
    return { id, words: [name, sender, message] }
  })
}
