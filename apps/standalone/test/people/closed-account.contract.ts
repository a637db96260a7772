import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { accountStream } from '@pathlight/domain/accounts/events.ts'
import { projections } from '@pathlight/query/projections.ts'
import { askForRebuild } from '@pathlight/read-models/opening.ts'
import { whatIsRead } from '@pathlight/read-models/read-model-store.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { describe, expect, it } from 'vitest'
import { type AppUnderTest, openBrowser, PASSWORD, signUpSomebody } from '../app-under-test.contract.ts'
import type { TestedKind } from '../kinds/tested-kind.contract.ts'
import { LISTS, TESTED } from '../kinds/tested-kinds.contract.ts'

export const closedAccountContract = (running: () => AppUnderTest): void => {
  describe('a closed account', () => {
    const somebody = () => signUpSomebody(running().app)
    type Somebody = Awaited<ReturnType<typeof somebody>>
    const add = async (who: Somebody, text: string) =>
      (await who.ask('POST', '/api/note/', { body: { verse_id: 43_003_016, text, version: 'KJV' } })).body.id as string
    /** Adds an item of each kind except notes. */
    const addOthers = async (who: Somebody) => {
      const { note: _, settings, ...others } = TESTED
      for (const { add, life } of Object.values<TestedKind>(others))
        expect((await add(who, life.begin, 0)).status).toBe(201)
      expect((await settings.add(who, { defaultLanguage: 'ko' }, 0)).status).toBe(200)
    }
    const readAll = async (who: Somebody) => {
      const lists = await Promise.all(LISTS.map((list) => who.ask('GET', list)))
      const { body } = await who.ask('GET', '/api/users/settings')
      const counts = Object.values((await who.ask('GET', '/api/resource-counts')).body)
      return { lengths: lists.map((list) => list.body.length), counts, language: body.settings.defaultLanguage }
    }
    const ALL = { lengths: LISTS.map(() => 1), counts: LISTS.map(() => 1), language: 'ko' }
    const NOTHING = { lengths: LISTS.map(() => 0), counts: LISTS.map(() => 0), language: 'en' }

    const close = async ({ id }: Somebody) => {
      const { log, dataKeys } = running().stores
      const closedAt = new Date().toISOString()
      const metadata = { userId: id, actorId: id, deviceId: null, schemaVersion: 1, occurredAt: closedAt }
      await dataKeys.destroy(id)
      log.forget(id)
      await log.appendToStream(accountStream(id), [{ type: 'AccountClosed', data: { userId: id, closedAt }, metadata }])
    }
    const closeByThemself = (who: Somebody) =>
      who.ask('DELETE', '/api/account', { body: { password: PASSWORD, confirm: who.username } })
    /** The types of all events about a person, in the order of the log. */
    const historyOf = async ({ id }: Somebody) => {
      const types: string[] = []
      for await (const { events } of running().stores.log.batches({ after: 0n, live: false, alsoUnreadable: true }))
        types.push(...events.filter(({ metadata }) => metadata.userId === id).map(({ type }) => type))
      return types
    }
    /** Sends a request without its last byte. The returned function sends that byte, and answers the status. */
    const holdBack = (who: Somebody, method: 'POST' | 'PUT', path: string, body: object) => {
      const text = JSON.stringify(body)
      const payload = new PassThrough()
      payload.write(text.slice(0, -1))
      const headers = {
        'content-type': 'application/json',
        'content-length': String(text.length),
        cookie: who.browser.cookie ?? '',
      }
      const answer = running().app.inject({ method, url: path, headers, payload })
      return async () => {
        payload.end(text.slice(-1))
        return (await answer).statusCode
      }
    }

    it('is written to by nothing whose body was held back, or that comes while it is closed', async () => {
      const ann = await somebody()
      const held = [
        holdBack(ann, 'POST', '/api/note/', { verse_id: 43_003_016, text: 'Late', version: 'KJV' }),
        holdBack(ann, 'POST', '/api/bookmarks', { version: 'NIV', book: 'John', chapter: 3 }),
        holdBack(ann, 'PUT', '/api/account/username', { username: `late-${ann.username.slice(0, 12)}` }),
      ]
      // When this request is answered, the sessions of the held requests have been found, before the closing.
      expect((await ann.ask('GET', '/api/auth/')).status).toBe(200)
      const add = () =>
        ann.ask('POST', '/api/note/', { body: { verse_id: 43_003_016, text: 'At once', version: 'KJV' } })
      const meanwhile = async () => {
        const answers: number[] = []
        for (let nth = 0; nth < 10; nth++) answers.push((await add()).status)
        return answers
      }
      const [closed, ...writers] = await Promise.all([closeByThemself(ann), meanwhile(), meanwhile(), meanwhile()])
      expect(closed.status).toBe(204)
      for (const status of writers.flat()) expect([201, 401, 403]).toContain(status)
      for (const letGo of held) expect(await letGo()).toBe(401)
      expect((await historyOf(ann)).at(-1)).toBe('AccountClosed')
    })

    it('takes no file that came while it was closed', async () => {
      const ann = await somebody()
      const { app, stores } = running()
      const payload = new PassThrough()
      payload.write('reference,text\nJohn 3:16,"Beg')
      const cookie = ann.browser.cookie ?? ''
      const headers = { cookie, 'content-type': 'application/octet-stream', 'transfer-encoding': 'chunked' }
      const answer = app.inject({ method: 'POST', url: '/api/import', headers, payload })
      // When this request is answered, the session of the import has been found, before the closing.
      expect((await ann.ask('GET', '/api/auth/')).status).toBe(200)
      expect((await closeByThemself(ann)).status).toBe(204)
      payload.end('un"\n')
      expect((await answer).statusCode).toBe(401)
      expect(await stores.identity.findImport(ann.id)).toBe(null)
    })

    it('is not made again by the sign-up that made it, and is by another', async () => {
      const browser = openBrowser(running().app)
      const name = `re${randomUUID().slice(0, 8)}`
      const body = { username: name, email: `${name}@example.org`, password: PASSWORD, confirm_password: PASSWORD }
      const headers = { 'idempotency-key': randomUUID() }
      const made = await browser.ask('POST', '/api/auth/signup', { body, headers })
      expect(made.status).toBe(201)
      const closing = { body: { password: PASSWORD, confirm: name } }
      expect((await browser.ask('DELETE', '/api/account', closing)).status).toBe(204)
      await running().stores.identity.closeUser(made.body.id)
      const again = openBrowser(running().app)
      const refused = { status: 403, body: { code: 'account_closed', errors: ['This account is closed.'] } }
      expect(await again.ask('POST', '/api/auth/signup', { body, headers })).toMatchObject(refused)
      expect((await again.ask('POST', '/api/auth/signup', { body })).status).toBe(201)
    })

    /** Rebuilds every read model, and waits until the new ones are live. */
    const rebuild = async () => {
      const { readModels, log } = running().stores
      const wanted = await Promise.all(
        projections.map(async (projection) => {
          return [projection.name, await askForRebuild(readModels, projection, await log.identity())] as const
        }),
      )
      await eventually(async () => {
        const read = whatIsRead(await readModels.checkpoints())
        expect(wanted.map(([name]) => [name, read.get(name)?.generation])).toEqual(wanted)
      })
    }

    it('is forgotten by what pages read, at once and after a rebuild, and no other person is', async () => {
      const [ann, bob] = [await somebody(), await somebody()]
      const removed = await add(ann, 'removed')
      for (const who of [ann, bob]) {
        await add(who, 'kept')
        await addOthers(who)
      }
      await ann.ask('DELETE', `/api/note/detail/${removed}`)
      for (const who of [ann, bob]) await eventually(async () => expect(await readAll(who)).toEqual(ALL))

      await close(ann)
      await eventually(async () => expect(await readAll(ann)).toEqual(NOTHING))
      await rebuild()
      expect(await readAll(ann)).toEqual(NOTHING)
      expect(await readAll(bob)).toEqual(ALL)
      expect((await bob.ask('GET', '/api/note/user')).body).toMatchObject([{ text: 'kept' }])
    })

    it('is written for no more', async () => {
      const ann = await somebody()
      const kept = await add(ann, 'kept')
      await close(ann)
      const written = await ann.ask('POST', '/api/note/', { body: { verse_id: 43_003_016, text: 'x', version: 'KJV' } })
      expect(written).toMatchObject({ status: 403, problem: { code: 'account_closed' } })
      expect((await ann.ask('PUT', `/api/note/detail/${kept}`, { body: { text: 'x' } })).status).toBe(404)
    })
  })
}
