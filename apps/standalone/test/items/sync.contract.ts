import { once } from 'node:events'
import { connect } from 'node:net'
import { HISTORY_KINDS } from '@pathlight/contracts/kind-rules.ts'
import { STREAMS_OF_A_PERSON_MAX } from '@pathlight/contracts/sync.ts'
import { eventually, reflecting } from '@pathlight/testing/eventually.ts'
import { listenTo } from '@pathlight/testing/server-sent-events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type AppUnderTest, openBrowser, PASSWORD, signUpSomebody } from '../app-under-test.contract.ts'
import { LISTS, TESTED } from '../kinds/tested-kinds.contract.ts'

type Somebody = Pick<Awaited<ReturnType<typeof signUpSomebody>>, 'ask' | 'browser'>
export const syncContract = (running: () => AppUnderTest): void => {
  describe('live sync', () => {
    let address = ''
    const open: Awaited<ReturnType<typeof listenTo>>[] = []
    beforeAll(async () => {
      await running().app.listen({ port: 0, host: '127.0.0.1' })
      const listening = running().app.server.address()
      if (typeof listening !== 'object' || listening === null) throw new Error('The app listens nowhere')
      address = `http://127.0.0.1:${listening.port}`
    })
    afterAll(() => Promise.all(open.map((stream) => stream.leave())))

    const somebody = () => signUpSomebody(running().app)
    const listen = async (who: Somebody, headers: Record<string, string> = {}, query = '') => {
      const cookie = who.browser.cookie ?? ''
      const stream = await listenTo(`${address}/api/sync${query}`, { cookie, ...headers })
      open.push(stream)
      return stream
    }
    const write = (who: Somebody, text = 'So loved.') =>
      who.ask('POST', '/api/note/', { body: { verse_id: 43_003_016, version: 'KJV', text } })
    const soon = (check: () => void) =>
      expect
        .poll(() => {
          check()
          return true
        })
        .toBe(true)

    it('tells every device of the person, and no other person, what changed and where in the log', async () => {
      const [ann, bob] = [await somebody(), await somebody()]
      const [desk, phone, other] = [await listen(ann), await listen(ann), await listen(bob)]
      expect(desk.status).toBe(200)
      expect(desk.headers.get('content-type')).toContain('text/event-stream')
      // The header is for a gateway. If the requests pass through a gateway, the gateway has removed the header.
      expect(desk.headers.get('x-accel-buffering')).toBe(running().hasManyProcesses ? null : 'no')
      const added = await write(ann)
      const removed = await ann.ask('DELETE', `/api/note/detail/${added.body.id}`)
      const expected = [added, removed].map(({ headers }, at) => ({
        event: 'changed',
        id: headers['x-position'],
        data: {
          position: headers['x-position'],
          kind: 'note',
          id: added.body.id,
          action: at === 0 ? 'added' : 'removed',
          revision: at + 1,
        },
      }))
      for (const stream of [desk, phone]) await soon(() => expect(stream.told()).toMatchObject(expected))
      // If the removal is projected before the message about the addition is sent, the message has no item.
      for (const stream of [desk, phone]) expect([added.body, undefined]).toContainEqual(stream.told()[0]?.data?.item)
      for (const stream of [desk, phone]) expect(stream.told()[1]?.data?.item).toBeNull()
      expect(other.told()).toEqual([])
      expect((await reflecting(removed, (headers) => ann.ask('GET', '/api/note/user', { headers }))).body).toEqual([])
    })

    it('brings each item as its list shows it, and a long one and settings not at all', async () => {
      const ann = await somebody()
      const desk = await listen(ann)
      const kinds = Object.values(TESTED)
      const added: Answer[] = []
      for (const { add, life } of kinds) added.push(await add(ann, life.begin, 0))
      const listed = await Promise.all(
        kinds.map(async ({ list }, nth) => {
          if (list === null) return undefined
          const { body } = await reflecting(BigInt(String(added[nth]?.headers['x-position'])), (headers) =>
            ann.ask('GET', list, { headers }),
          )
          return (body as unknown as unknown[])[0]
        }),
      )
      const long = await write(ann, 'So loved. '.repeat(3_000))
      for (const { status } of [...added, long]) expect(status).toBeLessThan(300)
      expect(listed.filter(Boolean)).toHaveLength(LISTS.length)
      await soon(() => expect(desk.told().map(({ data }) => data?.item)).toEqual([...listed, undefined]))
    })

    it('tells after a gap what changed in it, with the items as they are now', async () => {
      const ann = await somebody()
      const first = await listen(ann)
      await soon(() => expect(first.messages[0]?.id).toMatch(/^\d+$/))
      const known = first.messages[0]?.id ?? ''
      await first.leave()
      expect((await listen(ann, { 'last-event-id': known })).told()).toEqual([])
      await ann.ask('PUT', '/api/users/settings', { body: { defaultVersion: 'KJV' } })
      const last = await write(ann)
      await reflecting(last, (headers) => ann.ask('GET', '/api/note/user', { headers }))
      const [byHeader, byAddress] = [
        await listen(ann, { 'last-event-id': known }),
        await listen(ann, {}, `?after=${known}`),
      ]
      for (const stream of [byHeader, byAddress])
        await soon(() =>
          expect(stream.told()).toMatchObject([
            { event: 'changed', data: { kind: 'settings', action: 'edited' } },
            { event: 'changed', id: last.headers['x-position'], data: { kind: 'note', item: last.body } },
          ]),
        )
      const next = await write(ann, 'And again.')
      await soon(() => expect(byHeader.told()[2]).toMatchObject({ event: 'changed', id: next.headers['x-position'] }))
    })

    it('tells 500 changes after a gap one by one, and asks for everything again of more', async () => {
      const ann = await somebody()
      const first = await listen(ann)
      await soon(() => expect(first.messages[0]?.id).toMatch(/^\d+$/))
      const known = first.messages[0]?.id ?? ''
      await first.leave()
      const answers: Answer[] = []
      while (answers.length < 503) {
        const some = Array.from({ length: Math.min(50, 503 - answers.length) }, () => write(ann))
        answers.push(...(await Promise.all(some)))
      }
      const positions = answers.map(({ headers }) => Number(headers['x-position'])).toSorted((a, b) => a - b)
      for (const path of ['/api/history?limit=1', '/api/note/user?limit=1'])
        await reflecting(BigInt(positions.at(-1) ?? 0), async (headers) => {
          const answer = await ann.ask('GET', path, { headers })
          expect(answer.status).toBe(200)
          return answer
        })
      const [few, many] = [await listen(ann, {}, `?after=${positions[2]}`), await listen(ann, {}, `?after=${known}`)]
      const changed = (of: readonly number[]) => of.map((position) => ['changed', String(position)])
      const heard = (stream: typeof few) => stream.told().map(({ event, id }) => [event, id])
      await soon(() => expect(heard(few)).toEqual(changed(positions.slice(3))))
      expect(few.told().every(({ data }) => data?.item)).toBe(true)
      // `resync` has the position of the last change that is not sent by itself. The client then requests everything
      // again.
      const resync = ['resync', String(positions[500])]
      await soon(() => expect(heard(many)).toEqual([resync, ...changed(positions.slice(501))]))
      expect(many.told()[0]?.data).toEqual({ position: String(positions[500]), kinds: [...HISTORY_KINDS] })
    })

    it('begins now where the position is none, and asks for everything again where the log does not have it', async () => {
      const ann = await somebody()
      const before = await listen(ann)
      await write(ann)
      await soon(() => expect(before.told()).toMatchObject([{ event: 'changed' }]))
      const odd = await listen(ann, { 'last-event-id': "1' OR 1=1" })
      await soon(() => expect(odd.messages[0]?.id).toMatch(/^\d+$/))
      expect(odd.told()).toEqual([])
      const beyond = await listen(ann, { 'last-event-id': '9'.repeat(19) })
      await soon(() => expect(beyond.told()).toMatchObject([{ event: 'resync' }]))
    })

    it('ends with the session, at once where it is ended here', async () => {
      const ann = await somebody()
      const phone = openBrowser(running().app)
      await phone.ask('POST', '/api/auth/login', { body: { email: ann.email, password: PASSWORD } })
      const [desk, elsewhere] = [await listen(ann), await listen({ ...phone, browser: phone })]
      await phone.ask('GET', '/api/auth/logout')
      await soon(() => expect(elsewhere.told()).toEqual([{ event: 'ended', id: null, data: { reason: 'session' } }]))
      await soon(() => expect(elsewhere.hasEnded()).toBe(true))
      expect(desk.hasEnded()).toBe(false)
      // Closes the account in the store, as another process would. This process gets no message about that.
      await running().stores.identity.closeUser(ann.id)
      await soon(() => expect(desk.told().map(({ event }) => event)).toEqual(['ended']))
    })

    it('says on every device that the account was closed, and never to a stranger', async () => {
      const ann = await somebody()
      const phone = openBrowser(running().app)
      await phone.ask('POST', '/api/auth/login', { body: { email: ann.email, password: PASSWORD } })
      const gone = openBrowser(running().app)
      await gone.ask('POST', '/api/auth/login', { body: { email: ann.email, password: PASSWORD } })
      const cookieOfGone = gone.cookie
      await gone.ask('GET', '/api/auth/logout')
      const [desk, elsewhere] = [await listen(ann), await listen({ ...phone, browser: phone })]
      const closing = { body: { password: PASSWORD, confirm: ann.username } }
      expect((await ann.ask('DELETE', '/api/account', closing)).status).toBe(204)
      const ended = [{ event: 'ended', id: null, data: { reason: 'account_closed' } }]
      for (const stream of [desk, elsewhere]) await soon(() => expect(stream.told()).toEqual(ended))
      for (const path of ['/api/auth/', '/api/note/user', '/api/sync'])
        expect(await phone.ask('GET', path)).toMatchObject({ status: 401, body: { code: 'account_closed' } })
      for (const cookie of [cookieOfGone, `pathlight_session=${'A'.repeat(43)}`]) {
        const stranger = openBrowser(running().app)
        stranger.cookie = cookie
        expect(await stranger.ask('GET', '/api/note/user')).toMatchObject({
          status: 401,
          body: { code: 'not_logged_in' },
        })
      }
    })

    it('gives back the place of a browser that left before its stream began', async () => {
      const ann = await somebody()
      const { port, hostname: host } = new URL(address)
      const head = `GET /api/sync HTTP/1.1\r\nHost: ${host}:${port}\r\nCookie: ${ann.browser.cookie}\r\n\r\n`
      for (let nth = 0; nth < 3 * STREAMS_OF_A_PERSON_MAX; nth++) {
        const socket = connect({ port: Number(port), host }).on('error', () => undefined)
        await once(socket, 'connect')
        await new Promise<void>((resolve) => socket.write(head, () => resolve()))
        // The client disconnects like a quick reload, sometimes at once and sometimes a little later.
        for (let turn = 0; turn < nth % 8; turn++) await new Promise(setImmediate)
        socket.destroy()
      }
      // A closed stream frees its place a moment later.
      await eventually(
        async () => {
          const streams = await Promise.all(Array.from({ length: STREAMS_OF_A_PERSON_MAX }, () => listen(ann)))
          await Promise.all(streams.map((stream) => stream.leave()))
          expect(streams.map(({ status }) => status)).toEqual(Array(STREAMS_OF_A_PERSON_MAX).fill(200))
        },
        undefined,
        2_000,
      )
      const desk = await listen(ann)
      await write(ann)
      await soon(() => expect(desk.told()).toMatchObject([{ event: 'changed' }]))
    })

    it('tells a browser that comes back all of many long changes', async () => {
      const ann = await somebody()
      const added: Answer[] = []
      for (let nth = 0; nth < 40; nth++) added.push(await write(ann, `${nth} ${'길'.repeat(5_000)}`))
      await reflecting(BigInt(String(added.at(-1)?.headers['x-position'])), (headers) =>
        ann.ask('GET', '/api/note/user', { headers }),
      )
      const desk = await listen(ann, {}, '?after=0')
      expect(desk.status).toBe(200)
      await soon(() => expect(desk.told().map(({ data }) => data?.id)).toEqual(added.map(({ body }) => body.id)))
    })

    it('is for somebody who is signed in, so many times at once', async () => {
      expect((await listenTo(`${address}/api/sync`, {})).status).toBe(401)
      const ann = await somebody()
      for (let nth = 0; nth < STREAMS_OF_A_PERSON_MAX; nth++) expect((await listen(ann)).status).toBe(200)
      const more = await listen(ann)
      expect(more.status).toBe(429)
      await open.at(-2)?.leave()
      await expect.poll(async () => (await listen(ann)).status).toBe(200)
    })
  })
}
