import { reflecting } from '@pathlight/testing/eventually.ts'
import { describe, expect, it } from 'vitest'
import { type AppUnderTest, makeAdmin, openBrowser, signUpSomebody } from '../app-under-test.contract.ts'

/** Programs act for a person by tokens, within the tokens' scopes. */
export const tokensContract = (running: () => AppUnderTest): void => {
  describe('a personal access token', () => {
    const note = (text: string) => ({ verse_id: 43_003_016, version: 'KJV', text })
    const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
    type Person = Awaited<ReturnType<typeof signUpSomebody>>
    const make = async (owner: Person, scopes: readonly string[], name = 'Nightly') => {
      const { status, body } = await owner.ask('POST', '/api/account/tokens', {
        body: { name, scopes, until: tomorrow() },
      })
      expect(status).toBe(201)
      const { ask } = openBrowser(running().app)
      const by = (headers = {}) => ({ authorization: `Bearer ${body.token}`, ...headers })
      return {
        id: body.id as string,
        secret: body.token as string,
        ask: (method: Parameters<typeof ask>[0], url: string, request: { body?: object; headers?: object } = {}) =>
          ask(method, url, { ...request, headers: by(request.headers) }),
      }
    }

    it('writes and reads without a cookie and from whatever origin, and its name is the device in the history', async () => {
      const ann = await signUpSomebody(running().app)
      const token = await make(ann, ['read', 'write'], 'Nightly 밤')
      const headers = { origin: 'https://elsewhere.example', 'user-agent': 'Mozilla/5.0 (a script)' }
      const written = await token.ask('POST', '/api/note/', { body: note('by a token'), headers })
      expect(written.status).toBe(201)
      const listed = await reflecting(written, (more) => token.ask('GET', '/api/note/user', { headers: more }))
      expect(listed.body.map(({ text }: { text: string }) => text)).toEqual(['by a token'])
      const history = () => ann.ask('GET', `/api/history/note/${written.body.id}`)
      expect((await history()).body.revisions[0].device).toEqual({ id: token.id, label: 'Nightly 밤', current: false })
      // The name of the token stays on the changes even when the token is revoked.
      await ann.ask('DELETE', `/api/account/tokens/${token.id}`)
      expect((await history()).body.revisions[0].device.label).toBe('Nightly 밤')
    })

    it('is the device in the audit, too, where making, using and revoking it can be seen', async () => {
      const { app, stores } = running()
      const [ann, admin] = [await signUpSomebody(app), await signUpSomebody(app)]
      await makeAdmin(stores, admin.id)
      const token = await make(ann, ['write'])
      await token.ask('POST', '/api/note/', { body: note('seen') })
      await ann.ask('DELETE', `/api/account/tokens/${token.id}`)
      const head = await stores.log.head()
      const { body } = await reflecting(head, (headers) =>
        admin.ask('GET', `/api/admin/audit?person=${ann.id}`, { headers }),
      )
      const rows = body.entries.map((one: { action: string; device: { label: string } | null }) => [
        one.action,
        one.device?.label,
      ])
      expect(rows.slice(0, 3)).toEqual([
        ['token-revoked', expect.any(String)],
        ['added', 'Nightly'],
        ['token-made', expect.any(String)],
      ])
      expect(rows[0][1]).not.toBe('Nightly')
    })

    it.for([
      [['read'], ['GET', '/api/note/user'], 200],
      [['read'], ['POST', '/api/note/'], 403],
      [['read'], ['GET', '/api/export?format=json'], 403],
      [['write'], ['GET', '/api/note/user'], 403],
      [['write'], ['POST', '/api/note/'], 201],
      [['export'], ['GET', '/api/export?format=json'], 200],
      [['export'], ['GET', '/api/note/user'], 403],
      [['read', 'write', 'export'], ['PUT', '/api/users/settings'], 200],
    ] as const)('that may %j is answered at %j: %i', async ([scopes, [method, url], status]) => {
      const token = await make(await signUpSomebody(running().app), scopes)
      const body = method === 'POST' ? note('x') : method === 'PUT' ? { font_size: 18 } : undefined
      const answer = await token.ask(method, url, body && { body })
      if (status === 403)
        expect(answer).toMatchObject({
          status,
          problem: { code: 'token_without_scope', params: { scope: expect.any(String) } },
        })
      else expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    })

    it('opens nothing of the account and nothing of admins, also of an admin, and changes nothing there', async () => {
      const { app, stores } = running()
      const ann = await signUpSomebody(app)
      await makeAdmin(stores, ann.id)
      const token = await make(ann, ['read', 'write', 'export'])
      const head = await stores.log.head()
      for (const [method, url] of [
        ['GET', '/api/auth/'],
        ['GET', '/api/account'],
        ['GET', '/api/share'],
        ['POST', '/api/share'],
        ['GET', '/api/account/tokens'],
        ['POST', '/api/account/tokens'],
        ['DELETE', `/api/account/tokens/${token.id}`],
        ['DELETE', '/api/account/devices'],
        ['PUT', '/api/account/looks-mail'],
        ['GET', '/api/account/looks'],
      ] as const) {
        const bodies = {
          '/api/account/tokens': { name: 'more', scopes: ['write'], until: tomorrow() },
          '/api/account/looks-mail': { on: true },
        } as Record<string, object>
        const body = method === 'GET' ? undefined : bodies[url]
        expect(await token.ask(method, url, body && { body }), `${method} ${url}`).toMatchObject({
          status: 403,
          problem: { code: 'not_by_token' },
        })
      }
      for (const url of ['/api/admin/system', '/api/admin/audit', '/api/admin/invitations', '/api/admin/people?name=a'])
        expect(await token.ask('GET', url), url).toMatchObject({ status: 404, problem: { code: 'no_such_call' } })
      expect(await stores.log.head()).toBe(head)
    })

    it('is refused once it was revoked, or was never one, and never taken for the cookie beside it', async () => {
      const ann = await signUpSomebody(running().app)
      const token = await make(ann, ['read'])
      expect((await token.ask('GET', '/api/note/user')).status).toBe(200)
      await ann.ask('DELETE', `/api/account/tokens/${token.id}`)
      const refused = { status: 401, problem: { code: 'bad_token' } }
      expect(await token.ask('GET', '/api/note/user')).toMatchObject(refused)
      for (const made of [`pl_${'x'.repeat(43)}`, 'pl_', `${token.secret}x`])
        expect(await ann.ask('GET', '/api/note/user', { headers: { authorization: `Bearer ${made}` } })).toMatchObject(
          refused,
        )
    })

    it('has none of the cookies beside it read, not even to log out', async () => {
      const { app } = running()
      const [ann, bob] = [await signUpSomebody(app), await signUpSomebody(app)]
      const token = await make(ann, ['read'])
      const headers = { cookie: bob.browser.cookie ?? '', origin: 'https://elsewhere.example' }
      expect((await token.ask('GET', '/api/auth/logout', { headers })).status).toBe(200)
      expect((await bob.ask('GET', '/api/auth/')).body.id).toBe(bob.id)
    })

    it('of a locked account reads and does not write', async () => {
      const ann = await signUpSomebody(running().app)
      const token = await make(ann, ['read', 'write'])
      await running().stores.identity.setLocked(ann.id, true)
      expect((await token.ask('GET', '/api/note/user')).status).toBe(200)
      expect(await token.ask('POST', '/api/note/', { body: note('no') })).toMatchObject({
        status: 403,
        problem: { code: 'account_locked' },
      })
    })

    it('is made up a hundred times from an address in a quarter of an hour, then 429; those that are right go on', async () => {
      const ann = await signUpSomebody(running().app)
      const token = await make(ann, ['read'])
      const { ask } = openBrowser(running().app)
      const guess = (n: number) => ask('GET', '/api/note/user', { headers: { authorization: `Bearer pl_guess${n}` } })
      for (let n = 0; n < 100; n++) expect((await guess(n)).status).toBe(401)
      const refused = await guess(100)
      expect(refused).toMatchObject({ status: 429, problem: { code: 'too_many_requests' } })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(
        (await ask('GET', '/api/note/user', { headers: { authorization: `Bearer ${token.secret}` } })).status,
      ).toBe(200)
    })

    it('is a scheme of its own in the description, by scope, and of no call that it does not open', async () => {
      const { body } = await openBrowser(running().app).ask('GET', '/api/openapi.json')
      expect(body.components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' })
      const securityOf = (method: string, path: string) => body.paths[path][method].security
      expect(securityOf('get', '/api/note/user')).toEqual([{ session: [] }, { token: ['read'] }])
      expect(securityOf('post', '/api/note/')).toEqual([{ session: [] }, { token: ['write'] }])
      expect(securityOf('get', '/api/export')).toEqual([{ session: [] }, { token: ['export'] }])
      for (const path of ['/api/account/tokens', '/api/admin/system'])
        expect(securityOf('get', path)).toEqual([{ session: [] }])
    })
  })
}
