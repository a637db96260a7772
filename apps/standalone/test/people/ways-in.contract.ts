import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newAuthenticator } from '@pathlight/command/accounts/passkeys/authenticator.contract.ts'
import { codeOf } from '@pathlight/testing/authenticator-app.ts'
import { goToProvider, OIDC_CLIENT, startOidcProvider } from '@pathlight/testing/oidc-provider.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Answer,
  type AppUnderTest,
  begunOf,
  makeAdmin,
  openBrowser,
  PASSWORD,
  signUpSomebody,
  startInProcess,
} from '../app-under-test.contract.ts'

const ORIGIN = 'http://localhost'
const CALLBACK = `${ORIGIN}/api/auth/oidc/callback`

/** All ways to log in beside the password, from beginning to end. */
export const waysInContract = (running: () => AppUnderTest): void => {
  describe('a person comes in', () => {
    const me = async (browser: Pick<ReturnType<typeof openBrowser>, 'ask'>) =>
      (await browser.ask('GET', '/api/auth/')).body.id

    const about = async (app: AppUnderTest['app'], headers = {}) =>
      (await openBrowser(app).ask('GET', '/api/about?language=en', { headers })).body

    it('by the ways that the page of log-in is told; a passkey needs a host name', async () => {
      const { app } = running()
      expect(await about(app)).toEqual({
        ...{ vision: null, bio: null },
        ...{ sign_up: 'open', log_in: ['password', 'passkey'] },
      })
      expect((await about(app, { host: '127.0.0.1' })).log_in).toEqual(['password'])
    })

    const withPasskey = async (app: AppUnderTest['app']) => {
      const [ann, device] = [await signUpSomebody(app), newAuthenticator(ORIGIN)]
      const begun = await ann.ask('POST', '/api/account/passkeys/options', { body: { password: PASSWORD } })
      const made = { name: 'Phone', answer: device.make(begun.body.options) }
      const { id } = (await ann.ask('POST', '/api/account/passkeys', { body: made })).body
      return { ...ann, device, passkey: id }
    }

    it('by a passkey, until it is removed', async () => {
      const { app } = running()
      const { device, passkey, ...ann } = await withPasskey(app)
      const logIn = async () => {
        const browser = openBrowser(app)
        const { options } = (await browser.ask('POST', '/api/auth/passkey/options')).body
        const body = { answer: device.answer(options) }
        return { browser, ...(await browser.ask('POST', '/api/auth/passkey', { body })) }
      }
      const { status, browser } = await logIn()
      expect([status, await me(browser)]).toEqual([200, ann.id])
      expect((await browser.ask('DELETE', `/api/account/passkeys/${passkey}`)).status).toBe(204)
      expect((await logIn()).status).toBe(401)
    })

    it('by a second step, which is a code of an app or a recovery code, and each once', async () => {
      const { app } = running()
      const ann = await signUpSomebody(app)
      const { secret } = (await ann.ask('POST', '/api/account/second-factor/totp')).body
      const turningOn = { password: PASSWORD, secret, code: codeOf(secret) }
      const { codes } = (await ann.ask('POST', '/api/account/second-factor', { body: turningOn })).body
      const logIn = async (code: string) => {
        const browser = openBrowser(app)
        const body = { email: ann.email, password: PASSWORD }
        const { ticket } = (await browser.ask('POST', '/api/auth/login', { body })).body.params
        const { status } = await browser.ask('POST', '/api/auth/second-step', { body: { ticket, code } })
        return status === 200 ? me(browser) : status
      }
      // The code of the next time step. The code of the present step was used to turn the second step on.
      const next = codeOf(secret, 30_000)
      expect([await logIn(next), await logIn(next)]).toEqual([ann.id, 401])
      expect([await logIn(codes[0]), await logIn(codes[0])]).toEqual([ann.id, 401])
    })

    it('by a passkey as the second step, each answer of which works once', async () => {
      const { app } = running()
      const { device, ...ann } = await withPasskey(app)
      const turnedOn = await ann.ask('POST', '/api/account/second-factor', { body: { password: PASSWORD } })
      expect(turnedOn.body.codes).toHaveLength(10)
      const firstStep = async () => {
        const browser = openBrowser(app)
        const body = { email: ann.email, password: PASSWORD }
        const { ticket, ways } = (await browser.ask('POST', '/api/auth/login', { body })).body.params
        expect(ways).toBe('passkey recovery')
        const take = (answer: object) => browser.ask('POST', '/api/auth/second-step', { body: { ticket, answer } })
        return { browser, ticket, take }
      }
      const { browser, ticket, take } = await firstStep()
      expect(await me(browser)).toBeUndefined()
      const { options } = (await browser.ask('POST', '/api/auth/second-step/passkey', { body: { ticket } })).body
      const answer = device.answer(options)
      expect([(await take(answer)).status, await me(browser)]).toEqual([200, ann.id])
      const again = await firstStep()
      expect([(await again.take(answer)).status, await me(again.browser)]).toEqual([401, undefined])
    })

    it('by an invitation, which counts as many as it says, and without it where everybody may sign up', async () => {
      const { app, stores } = running()
      const admin = await signUpSomebody(app)
      await makeAdmin(stores, admin.id)
      const until = new Date(Date.now() + 60_000).toISOString()
      const { id, link } = (await admin.ask('POST', '/api/admin/invitations', { body: { people: 1, until } })).body
      const invitation = new URL(link).searchParams.get('invitation')
      const signUp = async (username: string) => {
        const form = { username, email: `${username}@example.org`, password: PASSWORD, confirm_password: PASSWORD }
        return (await openBrowser(app).ask('POST', '/api/auth/signup', { body: { ...form, invitation } })).status
      }
      expect([await signUp('invited.one'), await signUp('invited.two')]).toEqual([201, 201])
      const { invitations } = (await admin.ask('GET', '/api/admin/invitations')).body
      expect(invitations.find((one: { id: string }) => one.id === id)).toMatchObject({ people: 1, used: 1 })
    })

    describe('at a provider, in another process of this installation', () => {
      let provider: Awaited<ReturnType<typeof startOidcProvider>>
      let other: AppUnderTest
      beforeAll(async () => {
        provider = await startOidcProvider(() => [CALLBACK])
        const { dataDir, environment } = running()
        other = await startInProcess({
          ...environment,
          MASTER_KEY: readFileSync(join(dataDir, 'master.key'), 'utf8').trim(),
          EPOCH_KEYS: join(dataDir, 'keys'),
          ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: OIDC_CLIENT.id, OIDC_CLIENT_SECRET: OIDC_CLIENT.secret },
        })
      })
      afterAll(async () => {
        await other.stop()
        await provider.stop()
      })
      /** Sends the browser to the provider and back. */
      const visit = async (browser: ReturnType<typeof openBrowser>, begun: Answer) => {
        const path = await goToProvider(begun.body.url, CALLBACK)
        const cookie = [browser.cookie, begunOf(begun)].filter((one) => one !== null).join('; ')
        const back = await browser.ask('GET', path, { headers: { cookie } })
        return { to: back.headers.location, begun: begunOf(back) }
      }

      it('once they have shown which account is theirs, until they unlink it', async () => {
        expect(await about(other.app)).toMatchObject({
          ...{ sign_up: 'open', log_in: ['password', 'passkey', 'oidc'] },
          provider: new URL(provider.issuer).host,
        })
        const ann = await signUpSomebody(running().app)
        provider.is({ subject: ann.id, email: ann.email, isVerified: true })
        const browser = openBrowser(other.app)
        const shown = await visit(browser, await browser.ask('POST', '/api/auth/oidc', { body: {} }))
        expect(shown.to).toBe('/login/provider?outcome=prove')
        await browser.ask('POST', '/api/auth/login', { body: { email: ann.email, password: PASSWORD } })
        const headers = { cookie: `${browser.cookie}; ${shown.begun}` }
        expect((await browser.ask('PUT', '/api/account/oidc', { headers })).status).toBe(204)
        const logIn = async () => {
          const next = openBrowser(other.app)
          const { to } = await visit(next, await next.ask('POST', '/api/auth/oidc', { body: { back: '/search' } }))
          return [to, await me(next)]
        }
        expect(await logIn()).toEqual(['/search', ann.id])
        expect((await browser.ask('DELETE', '/api/account/oidc')).status).toBe(204)
        expect(await logIn()).toEqual(['/login/provider?outcome=prove', undefined])
      })
    })
  })
}
