import { describe, expect, it, vi } from 'vitest'
import type { AppUnderTest, Browser } from '../app-under-test.contract.ts'
import { openBrowser, PASSWORD, signUpSomebody } from '../app-under-test.contract.ts'

export const accountsContract = (running: () => AppUnderTest): void => {
  describe('accounts over HTTP', () => {
    const browser = () => openBrowser(running().app)
    const somebody = () => signUpSomebody(running().app)
    const logIn = (who: Browser, email: string, password = PASSWORD, remember?: boolean) =>
      who.ask('POST', '/api/auth/login', { body: { email, password, ...(remember !== undefined && { remember }) } })
    const current = (who: Pick<Browser, 'ask'>) => who.ask('GET', '/api/auth/')

    it('signing up signs in, and answers the user', async () => {
      const ann = await somebody()
      const { status, body } = await current(ann)
      expect(status).toBe(200)
      expect(body).toEqual({ id: ann.id, username: ann.username, email: ann.email })
    })

    it('signing up opens the account in the log, once', async () => {
      const ann = await somebody()
      await logIn(browser(), ann.email)
      const { events } = await running().stores.log.readStream(`account-${ann.id}`)
      expect(events.map(({ type }) => type)).toEqual(['AccountOpened'])
      expect(JSON.stringify(events[0]?.data)).not.toContain(ann.email)
    })

    it('a log-in finishes a sign-up that was cut off before the log', async () => {
      const id = crypto.randomUUID()
      const person = { username: `cut-${id.slice(0, 8)}`, email: `${id}@example.org`, language: 'en' as const }
      await running().stores.identity.createUser({ id, password: PASSWORD, ...person })
      expect((await logIn(browser(), person.email)).status).toBe(200)
      expect((await running().stores.log.readStream(`account-${id}`)).events).toHaveLength(1)
    })

    it('says everything that is wrong with a sign-up, in the specification’s words', async () => {
      const answer = await browser().ask('POST', '/api/auth/signup', {
        body: { email: 'nobody', username: 'a b', password: 'short', confirm_password: 'other' },
      })
      expect(answer.status).toBe(400)
      expect(answer.problem.errors).toEqual([
        'Invalid email address.',
        'Username must be 3-20 characters long and contain only letters, numbers, dots, dashes, or underscores.',
        'Password must be at least 8 characters long and include an uppercase letter, a number, and a special character.',
        'Passwords do not match.',
      ])
    })

    it('an email or username is taken whatever its case', async () => {
      const ann = await somebody()
      const answer = await browser().ask('POST', '/api/auth/signup', {
        body: {
          email: ann.email.toUpperCase(),
          username: ann.username.toUpperCase(),
          password: PASSWORD,
          confirm_password: PASSWORD,
        },
      })
      expect(answer.status).toBe(409)
      expect(answer.problem.errors).toEqual(['Email address is already in use.', 'Username is already in use.'])
    })

    it('a wrong password and an unknown email are answered alike', async () => {
      const ann = await somebody()
      const wrong = await logIn(browser(), ann.email, 'Wrong4myfeet!')
      const unknown = await logIn(browser(), 'nobody@example.org')
      expect(wrong.status).toBe(401)
      expect(wrong.problem.errors).toEqual(['Invalid email or password.'])
      expect(unknown.body).toEqual(wrong.body)
      expect(unknown.cookie).toBeUndefined()
    })

    it('email and password are asked for', async () => {
      const { status, problem } = await browser().ask('POST', '/api/auth/login', { body: { email: ' ', password: '' } })
      expect(status).toBe(400)
      expect(problem.errors).toEqual(['Email is required.', 'Password is required.'])
    })

    it('no one is signed in without a session, or with a made-up one', async () => {
      const stranger = browser()
      expect(await current(stranger)).toMatchObject({ status: 401, problem: { errors: ['Unauthorized'] } })
      for (const token of ['x', 'A'.repeat(43), '%00', '%EC%', 'a'.repeat(5000)]) {
        stranger.cookie = `pathlight_session=${token}`
        expect((await current(stranger)).status).toBe(401)
      }
    })

    it('the cookie is out of reach of scripts and other sites, and lasts as long as was asked', async () => {
      const ann = await somebody()
      const short = await logIn(browser(), ann.email)
      expect(short.cookie).toMatch(/^pathlight_session=[\w-]{43};/)
      expect(short.cookie).toMatch(/HttpOnly/)
      expect(short.cookie).toMatch(/SameSite=Lax/)
      expect(short.cookie).not.toMatch(/Max-Age|Expires|Secure/)
      const long = await logIn(browser(), ann.email, PASSWORD, true)
      expect(long.cookie).toMatch(/Max-Age=2592000/)
    })

    it('a browser is one device, whatever sessions it has: events and the list of devices name it', async () => {
      const ann = await somebody()
      const desk = browser()
      /** Signs in. Answers the cookie that identifies the device. */
      const signIn = async () => {
        const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36' }
        const answer = await desk.ask('POST', '/api/auth/login', {
          body: { email: ann.email, password: PASSWORD },
          headers,
        })
        return [answer.headers['set-cookie']].flat().find((set) => String(set).startsWith('pathlight_device='))
      }
      const write = async (): Promise<string | null | undefined> => {
        const note = { verse_id: 43_003_016, text: 'x', version: 'KJV' }
        const { body } = await desk.ask('POST', '/api/note/', { body: note })
        const { events } = await running().stores.log.readStream(`note-${ann.id}.${body.id}`)
        return events[0]?.metadata.deviceId
      }
      const device = String(await signIn())
      expect(device).toMatch(/^pathlight_device=[\w-]{43};.*Max-Age=34560000.*HttpOnly/)
      const first = await write()
      await desk.ask('GET', '/api/auth/logout')
      expect(await signIn()).toBe(device)
      expect(await write()).toBe(first)
      const devices = await running().stores.identity.devicesOf(ann.id)
      expect(devices).toContainEqual(expect.objectContaining({ id: first, label: 'Chrome on Windows' }))
      expect(devices).toHaveLength(2)
    })

    it('a log-in gives a new session and ends the one the browser had', async () => {
      const ann = await somebody()
      const before = ann.browser.cookie
      await logIn(ann.browser, ann.email)
      expect(ann.browser.cookie).not.toBe(before)
      const thief = browser()
      thief.cookie = before
      expect((await current(thief)).status).toBe(401)
      expect((await current(ann)).status).toBe(200)
    })

    it('logging out ends the session and takes the cookie away', async () => {
      const ann = await somebody()
      const token = ann.browser.cookie
      const left = await ann.ask('GET', '/api/auth/logout')
      expect(left).toMatchObject({ status: 200, body: { message: expect.any(String) } })
      expect(ann.browser.cookie).toBeNull()
      const thief = browser()
      thief.cookie = token
      expect((await current(thief)).status).toBe(401)
      expect((await browser().ask('GET', '/api/auth/logout')).status).toBe(200)
    })

    it('another site can neither log in nor out', async () => {
      const ann = await somebody()
      const headers = { 'sec-fetch-site': 'cross-site' }
      expect((await ann.ask('GET', '/api/auth/logout', { headers })).status).toBe(403)
      expect((await current(ann)).status).toBe(200)
      const body = { email: ann.email, password: PASSWORD }
      const forced = await browser().ask('POST', '/api/auth/login', { body, headers })
      expect(forced.status).toBe(403)
      expect(forced.cookie).toBeUndefined()
    })

    describe('somebody who guesses at a password', () => {
      const WRONG = 'Wrong4myfeet!'
      const at = (address: string) => openBrowser(running().app, address)
      /** Sends wrong passwords, each from another network address. Answers how many were checked before the limit. */
      const attack = async (email: string, tries: number) => {
        const answers = await Promise.all(Array.from({ length: tries }, () => logIn(browser(), email, WRONG)))
        return answers.filter(({ status }) => status === 401).length
      }

      it('is stopped, from wherever they come, and hears when and how the owner gets in', async () => {
        const ann = await somebody()
        expect(await attack(ann.email, 25)).toBe(20)
        const stopped = await logIn(browser(), ann.email)
        expect(stopped).toMatchObject({ status: 429, problem: { code: 'too_many_guesses' } })
        expect(stopped.problem.errors?.[0]).toMatch(/^Too many wrong passwords\. .*“Forgot Password\?”.* 24 hours\.$/)
        expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(23 * 60 * 60)
        const unknown = `${crypto.randomUUID()}@example.org`
        expect(await attack(unknown, 25)).toBe(20)
        expect((await logIn(browser(), unknown)).body).toEqual(stopped.body)
      })

      it('keeps the owner out of nothing where they logged in before, or got in by mail', async () => {
        const ann = await somebody()
        const email = ann.email
        await ann.ask('GET', '/api/auth/logout')
        expect(await attack(email, 25)).toBe(20)
        expect((await logIn(ann.browser, email)).status).toBe(200)
        // A new browser gets in at a network address where a known browser has logged in. A browser at a new address
        // gets in after the reset link.
        const home = at('198.51.100.7')
        home.device = ann.browser.device
        expect((await logIn(home, email)).status).toBe(200)
        expect((await logIn(at('198.51.100.7'), email)).status).toBe(200)
        const phone = browser()
        expect((await logIn(phone, email)).status).toBe(429)
        const { token = '' } = (await running().stores.identity.startPasswordReset(ann.id)) ?? {}
        await phone.ask('POST', `/api/auth/reset-password/${token}`, { body: { password: 'NewLamp4me!' } })
        expect((await logIn(phone, email, 'NewLamp4me!')).status).toBe(200)
        expect((await logIn(browser(), email, 'NewLamp4me!')).status).toBe(429)
      })

      it('cannot make room for more guesses by guessing elsewhere', async () => {
        const ann = await somebody()
        expect(await attack(ann.email, 25)).toBe(20)
        const { identity } = running().stores
        const from = () => ({ deviceToken: null, userAgent: null, address: crypto.randomUUID() })
        // The store keeps the counts of wrong passwords. A memory of limited size would forget a count after guesses
        // at many other accounts.
        await Promise.all(
          Array.from({ length: 30 }, () => identity.verifyPassword(`${crypto.randomUUID()}@x.y`, WRONG, from())),
        )
        expect(await attack(ann.email, 5)).toBe(0)
      })

      it('at an address that others share stops there a person who was never there before', async () => {
        const ann = await somebody()
        const school = '203.0.113.80'
        const pupil = at(school)
        expect((await logIn(pupil, ann.email)).status).toBe(200)
        // Ten requests at a time, because checking a password takes processor time, and a request that waits for too
        // long is refused.
        for (let group = 0; group < 11; group++)
          await Promise.all(
            Array.from({ length: 10 }, (_, n) => logIn(at(school), `x${group}-${n}@example.org`, WRONG)),
          )
        expect((await logIn(at(school), ann.email)).status).toBe(429)
        expect((await logIn(pupil, ann.email)).status).toBe(200)
      })
    })

    describe('a forgotten password', () => {
      const sent = { message: 'Password reset link sent! Please check your email.' }
      const forgot = (email: string) => browser().ask('POST', '/api/auth/forgot-password', { body: { email } })
      const reset = (token: string, password: string) =>
        browser().ask('POST', `/api/auth/reset-password/${token}`, { body: { password } })

      it('is asked for without end, and one link is mailed that works', async ({ skip }) => {
        if (running().hasManyProcesses) return skip('looks into the process that answers')
        const ann = await somebody()
        const asked = vi.spyOn(running().stores.jobs, 'add')
        const answers = await Promise.all([...Array(8).fill(ann.email), ...Array(2).fill('nobody@x.org')].map(forgot))
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
        const whom = asked.mock.calls.map(([, data]) => (data as { userId: string | null }).userId)
        asked.mockRestore()
        expect(whom).toHaveLength(10)
        expect(whom.filter((id) => id === ann.id)).toHaveLength(1)
        // The devices that the owner has used before have a limit of their own.
        const own = vi.spyOn(running().stores.jobs, 'add')
        await ann.ask('POST', '/api/auth/forgot-password', { body: { email: ann.email } })
        expect(own.mock.calls.map(([name, data]) => [name, data])).toEqual([['reset-mail', { userId: ann.id }]])
        own.mockRestore()
      })

      it('is answered alike for known and unknown emails', async () => {
        const ann = await somebody()
        expect(await forgot(ann.email)).toMatchObject({ status: 200, body: sent })
        expect(await forgot('nobody@example.org')).toMatchObject({ status: 200, body: sent })
        expect(await forgot('nobody')).toMatchObject({
          status: 400,
          problem: { error: 'Please enter a valid email address.' },
        })
      })

      it('is replaced once by the link, which ends every session', async () => {
        const ann = await somebody()
        const { token = '' } = (await running().stores.identity.startPasswordReset(ann.id)) ?? {}
        expect((await reset(token, 'weak')).problem.error).toMatch(/^Password must be at least 8 characters/)
        expect(await reset(token, 'NewLamp4me!')).toMatchObject({
          status: 200,
          body: { message: 'Password has been reset successfully!' },
        })
        expect((await current(ann)).status).toBe(401)
        expect((await logIn(browser(), ann.email)).status).toBe(401)
        expect((await logIn(browser(), ann.email, 'NewLamp4me!')).status).toBe(200)
        const again = await reset(token, 'Another4me!')
        expect(again).toMatchObject({
          status: 400,
          problem: { error: 'This link has expired or was already used. Please ask for a new one.' },
        })
      })

      it('signs no one in by the old one, even if that was checked just before', async ({ skip }) => {
        if (running().hasManyProcesses) return skip('looks into the process that answers')
        const [ann, bob] = [await somebody(), await somebody()]
        const { identity } = running().stores
        const { token = '' } = (await identity.startPasswordReset(ann.id)) ?? {}
        const verifyPassword = identity.verifyPassword.bind(identity)
        vi.spyOn(identity, 'verifyPassword').mockImplementationOnce(async (...given) => {
          const user = await verifyPassword(...given)
          expect((await reset(token, 'NewLamp4me!')).status).toBe(200)
          return user
        })
        const late = await logIn(bob.browser, ann.email)
        expect(late).toMatchObject({ status: 401, problem: { errors: ['Invalid email or password.'] } })
        expect(late.cookie).toBeUndefined()
        expect((await current(bob)).body.email).toBe(bob.email)
      })

      it('is not replaced by a made-up link', async () => {
        for (const token of ['x', 'A'.repeat(43), '%F0%9F%95%AF'])
          expect((await reset(token, 'NewLamp4me!')).status).toBe(400)
      })
    })
  })
}
