import type { AdminAct } from '@pathlight/contracts/account-act-rules.ts'
import { HISTORY_KINDS } from '@pathlight/contracts/kind-rules.ts'
import { standingStream } from '@pathlight/domain/standing/events.ts'
import { describe, expect, it } from 'vitest'
import { type AppUnderTest, type Browser, makeAdmin, openBrowser, PASSWORD } from '../app-under-test.contract.ts'
import { peopleAndAdmins, type Somebody } from './people-and-admins.contract.ts'

const REASON = 'Ann asked me by phone.'
const DAY_MS = 24 * 60 * 60 * 1000

/** Admins act on people's accounts, for reasons that the people see. No act changes what a person wrote. */
export const handledAccountsContract = (running: () => AppUnderTest): void => {
  describe('an account in the hands of an admin', () => {
    const { somebody, newAdmin, read, looksOf } = peopleAndAdmins(running)
    const act = (admin: Somebody, person: Pick<Somebody, 'id'>, name: AdminAct, reason = REASON) =>
      admin.ask('POST', `/api/admin/people/${person.id}/acts`, { body: { act: name, reason } })
    const note = { verse_id: 43_003_016, text: 'kept', version: 'KJV' }
    const addNote = (who: Pick<Browser, 'ask'>) => who.ask('POST', '/api/note/', { body: note })
    const logIn = async ({ email }: Somebody) => {
      const browser = openBrowser(running().app)
      expect((await browser.ask('POST', '/api/auth/login', { body: { email, password: PASSWORD } })).status).toBe(200)
      return browser
    }

    it('reads and exports while it is locked, and writes nothing, in any of its sessions', async () => {
      const [admin, ann] = [await newAdmin(), await somebody()]
      const phone = await logIn(ann)
      const { id } = (await addNote(ann)).body
      expect((await act(admin, ann, 'lock', `  ${REASON} `)).body).toEqual({
        locked: { at: expect.stringMatching(/Z$/), reason: REASON },
        closing: null,
      })
      const head = await running().stores.log.head()
      for (const who of [ann, phone, await logIn(ann)])
        for (const [method, path, body] of [
          ['POST', '/api/note/', note],
          ['PUT', `/api/note/detail/${id}`, { text: 'other' }],
          ['DELETE', `/api/note/detail/${id}`, undefined],
          ['POST', `/api/history/note/${id}/restore`, { revision: 1 }],
          ['PUT', '/api/users/settings', { defaultLanguage: 'ko' }],
          ['PUT', '/api/account/username', { username: `${ann.username}-x` }],
          ['PUT', '/api/account/password', { password: PASSWORD, new_password: 'Other4myfeet!' }],
          ['PUT', '/api/account/looks-mail', { on: true }],
          ['DELETE', '/api/account', { password: PASSWORD, confirm: ann.username }],
        ] as const)
          expect(await who.ask(method, path, { ...(body && { body }) }), `${method} ${path}`).toMatchObject({
            status: 403,
            problem: {
              code: 'account_locked',
              message: 'An administrator locked your account. You can read and export, but not write.',
            },
          })
      expect(await running().stores.log.head()).toBe(head)
      expect((await read(ann, '/api/note/user')).body).toMatchObject([{ text: 'kept' }])
      expect((await read(ann, '/api/export')).status).toBe(200)
      expect((await ann.ask('GET', '/api/account')).body.locked).toEqual({ at: expect.any(String), reason: REASON })
      expect((await ann.ask('GET', '/api/auth/')).body).toMatchObject({ id: ann.id, locked: true })
      const again = { body: { email: ann.email, password: PASSWORD } }
      expect((await openBrowser(running().app).ask('POST', '/api/auth/login', again)).body.locked).toBe(true)
      expect((await ann.ask('DELETE', '/api/account/devices')).status).toBe(200)

      expect((await act(admin, ann, 'unlock', 'It was a mistake.')).body).toEqual({ locked: null, closing: null })
      expect((await addNote(ann)).status).toBe(201)
      expect((await ann.ask('GET', '/api/account')).body.locked).toBeNull()
      expect((await ann.ask('GET', '/api/auth/')).body.locked).toBeUndefined()
      expect(await looksOf(ann)).toMatchObject([
        { what: 'unlock', by: admin.username, reason: 'It was a mistake.', item: null },
        { what: 'lock', by: admin.username, reason: REASON, item: null },
      ])
    })

    it('is locked once: again it changes nothing, and tells nothing', async () => {
      const [admin, ann] = [await newAdmin(), await somebody()]
      const first = await act(admin, ann, 'lock')
      await running().stores.identity.setLocked(ann.id, false)
      const again = await act(admin, ann, 'lock', 'For another reason.')
      expect(again.body).toEqual(first.body)
      // The test unlocked the account, as if the server had died after the first request's event. The repeat locks it.
      expect((await addNote(ann)).problem.code).toBe('account_locked')
      expect(await looksOf(ann)).toHaveLength(1)
    })

    it('is logged out everywhere at once', async () => {
      const [admin, ann] = [await newAdmin(), await somebody()]
      const phone = await logIn(ann)
      expect((await act(admin, ann, 'end-sessions')).status).toBe(200)
      for (const who of [ann, phone]) expect((await who.ask('GET', '/api/account')).status).toBe(401)
      const back = await logIn(ann)
      expect((await read(back, '/api/account/looks')).body.looks).toMatchObject([{ what: 'end-sessions' }])
    })

    it('is closed when its time has come, unless the person or an admin stopped that', async () => {
      const { closeWhenDue, stores } = running()
      const [admin, ann] = [await newAdmin(), await somebody()]
      const before = Date.now()
      const context = { id: 'x', correlationId: 'x', attempt: 1, isLast: false, signal: new AbortController().signal }
      const asked = async (name: AdminAct = 'ask-closing') => (await act(admin, ann, name)).body.closing
      const closing = await asked()
      expect(closing).toEqual({ at: expect.any(String), reason: REASON })
      expect(Date.parse(closing.at) - before).toBeGreaterThanOrEqual(14 * DAY_MS)
      expect(Date.parse(closing.at) - Date.now()).toBeLessThanOrEqual(14 * DAY_MS)
      expect((await ann.ask('GET', '/api/account')).body.closing).toEqual(closing)
      // A job that comes too early only schedules itself again.
      await closeWhenDue({ userId: ann.id, closesAt: closing.at }, context)
      expect((await addNote(ann)).status).toBe(201)

      expect((await ann.ask('DELETE', '/api/account/closing')).status).toBe(204)
      expect((await ann.ask('GET', '/api/account')).body.closing).toBeNull()
      await asked()
      expect((await act(admin, ann, 'stop-closing', 'She called again.')).body.closing).toBeNull()

      /** Appends an act with any time of closing, as if the admin had acted long ago. */
      const due = async (act: 'ask-closing' | 'stop-closing', closesAt: string | null) => {
        const handledAt = new Date().toISOString()
        const data = { userId: ann.id, act, reason: REASON, lockedAt: null, closesAt, handledAt }
        const metadata = { userId: ann.id, actorId: admin.id, deviceId: null, schemaVersion: 1, occurredAt: handledAt }
        const more = closesAt === null ? {} : { closesFor: REASON, closesBy: admin.id }
        await stores.log.appendToStream(standingStream(ann.id), [
          { type: 'AccountHandled', data: { ...data, ...more }, metadata },
        ])
      }
      const [yesterday, today] = [new Date(before - DAY_MS).toISOString(), new Date(before).toISOString()]
      await due('ask-closing', yesterday)
      await due('stop-closing', null)
      await closeWhenDue({ userId: ann.id, closesAt: yesterday }, context)
      expect((await addNote(ann)).status).toBe(201)
      await due('ask-closing', today)
      await closeWhenDue({ userId: ann.id, closesAt: yesterday }, context)
      expect((await addNote(ann)).status).toBe(201)
      for (const _ of [1, 2]) await closeWhenDue({ userId: ann.id, closesAt: today }, context)
      expect(await ann.ask('GET', '/api/account')).toMatchObject({ status: 401, problem: { code: 'account_closed' } })
      const { entries } = (await read(admin, `/api/admin/audit?person=${ann.id}&kind=account`)).body
      expect(entries.map(({ action, actor }: { action: string; actor: { id: string } }) => [action, actor.id])).toEqual(
        [
          ['closed', admin.id],
          ['closing-asked', admin.id],
          ['closing-stopped', admin.id],
          ['closing-asked', admin.id],
          ['closing-stopped', admin.id],
          ['closing-asked', admin.id],
          ['closing-stopped', ann.id],
          ['closing-asked', admin.id],
          ['opened', ann.id],
        ],
      )
    })

    it('can have the closing stopped while it is locked', async () => {
      const [admin, ann] = [await newAdmin(), await somebody()]
      await act(admin, ann, 'lock')
      await act(admin, ann, 'ask-closing')
      expect((await ann.ask('DELETE', '/api/account/closing')).status).toBe(204)
      expect((await ann.ask('GET', '/api/account')).body).toMatchObject({ closing: null, locked: { reason: REASON } })
    })

    it('is sent the link that verifies its address again, until that is verified', async () => {
      const [admin, ann] = [await newAdmin(), await somebody()]
      const { identity } = running().stores
      expect((await act(admin, ann, 'send-verification')).status).toBe(200)
      await identity.useEmailLink((await identity.startEmailLink(ann.id, 'verify-email'))?.token ?? '')
      expect(await act(admin, ann, 'send-verification')).toMatchObject({
        status: 409,
        problem: { code: 'already_verified' },
      })
    })

    it('is not locked, logged out or closed where it is an admin’s own', async () => {
      const [admin, other] = [await newAdmin(), await newAdmin()]
      for (const person of [admin, other])
        for (const name of ['lock', 'end-sessions', 'ask-closing'] as const)
          expect(await act(admin, person, name)).toMatchObject({ status: 409, problem: { code: 'is_admin' } })
      expect((await act(admin, other, 'unlock')).status).toBe(200)
    })

    it('opens nothing for admins while it is locked', async () => {
      const [admin, ann] = [await newAdmin(), await somebody()]
      await act(admin, ann, 'lock')
      await makeAdmin(running().stores, ann.id)
      for (const path of ['/api/admin/people?name=a', '/api/admin/audit', '/api/admin/bibles'])
        expect(await ann.ask('GET', path)).toMatchObject({ status: 404, problem: { code: 'no_such_call' } })
      expect((await act(ann, admin, 'unlock')).status).toBe(404)
    })

    it('is found and shown to admins without a word, and the person sees that', async () => {
      const [admin, ann] = [await newAdmin(), await somebody()]
      await addNote(ann)
      await logIn(ann)
      const found = async (name: string) =>
        (await admin.ask('GET', `/api/admin/people?name=${encodeURIComponent(name)}`)).body.people
      const shown = { id: ann.id, username: ann.username }
      expect((await found(ann.username.toUpperCase()))[0]).toEqual(shown)
      expect(await found(ann.email)).toEqual([shown])
      expect(await found('nobody-at-all')).toEqual([])
      expect(await looksOf(ann)).toEqual([])
      await act(admin, ann, 'lock')
      for (const _ of [1, 2])
        expect((await read(admin, `/api/admin/people/${ann.id.toUpperCase()}`)).body).toEqual({
          ...shown,
          email: ann.email,
          email_verified: false,
          since: expect.stringMatching(/Z$/),
          admin: false,
          locked: { at: expect.any(String), reason: REASON },
          closing: null,
          counts: HISTORY_KINDS.filter((kind) => kind !== 'settings').map((kind) => ({
            ...{ kind, count: kind === 'note' ? 1 : 0 },
          })),
          devices: [1, 2].map(() => ({
            id: expect.any(String),
            label: 'Unknown device',
            first_seen: expect.any(String),
            last_seen: expect.any(String),
            signed_in: true,
          })),
        })
      expect((await looksOf(ann)).map(({ what }) => what)).toEqual(['account', 'lock'])
    })

    it.for(['GET', 'POST'] as const)('is none where there is no such person: %s', async (method) => {
      const admin = await newAdmin()
      const gone = await somebody()
      await running().stores.identity.closeUser(gone.id)
      for (const id of [crypto.randomUUID(), gone.id]) {
        const path = `/api/admin/people/${id}${method === 'POST' ? '/acts' : ''}`
        const body = { act: 'lock', reason: REASON }
        expect(await admin.ask(method, path, { ...(method === 'POST' && { body }) })).toMatchObject({
          status: 404,
          problem: { code: 'person_not_found' },
        })
      }
    })

    it('says whether it wants mails about looks, each change of that once in its history', async () => {
      const ann = await somebody()
      const choose = (on: boolean) => ann.ask('PUT', '/api/account/looks-mail', { body: { on } })
      const wants = async () => (await ann.ask('GET', '/api/account')).body.looks_mail
      expect(await wants()).toBe(false)
      const head = await running().stores.log.head()
      await choose(false)
      expect(await running().stores.log.head()).toBe(head)
      for (const _ of [1, 2]) await choose(true)
      expect(await wants()).toBe(true)
      await choose(false)
      expect(await wants()).toBe(false)
    })
  })
}
