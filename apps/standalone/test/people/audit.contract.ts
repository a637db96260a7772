import type { AuditEntry, Looks } from '@pathlight/contracts/admin.ts'
import { accountStream } from '@pathlight/domain/accounts/events.ts'
import { audit } from '@pathlight/query/audit/projection.ts'
import { CLOSING } from '@pathlight/query/projector.ts'
import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import { verifyProjection } from '@pathlight/read-models/verify.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { describe, expect, it } from 'vitest'
import type { AppUnderTest } from '../app-under-test.contract.ts'
import { peopleAndAdmins, type Somebody } from './people-and-admins.contract.ts'

const REASON = 'Ann asked me by phone to find it.'

/** Admins see who changed what, without the written words. A person sees which admins looked at their data. */
export const auditContract = (running: () => AppUnderTest): void => {
  describe('the audit', () => {
    const { somebody, newAdmin, read, looksOf } = peopleAndAdmins(running)
    const entries = async (admin: Somebody, query: string): Promise<AuditEntry[]> => {
      const { status, body } = await read(admin, `/api/admin/audit?${query}`)
      expect(status, JSON.stringify(body)).toBe(200)
      return body.entries
    }
    const said = (all: readonly AuditEntry[]) => all.map(({ action, kind }) => `${action} ${kind}`)
    const addNote = async (who: Somebody, text = 'secret words', verse_id = 43_003_016) =>
      (await who.ask('POST', '/api/note/', { body: { verse_id, text, version: 'KJV' } })).body.id as string
    const addSermon = (who: Somebody) => {
      const range = { startChapter: 3, startVerseId: 43_003_016, endChapter: 5, endVerseId: 43_005_002 }
      const body = { version: 'NIV', book: 'John', ...range, title: 'secret', speaker: 'secret', content: 'secret' }
      return who.ask('POST', '/api/sermon/', { body })
    }

    const closeInStores = async ({ id }: Somebody) => {
      const { log, dataKeys, identity } = running().stores
      const closedAt = new Date().toISOString()
      const metadata = { userId: id, actorId: id, deviceId: null, schemaVersion: 1, occurredAt: closedAt }
      await dataKeys.destroy(id)
      log.forget(id)
      await log.appendToStream(accountStream(id), [{ type: 'AccountClosed', data: { userId: id, closedAt }, metadata }])
      await identity.closeUser(id)
    }

    it('tells who changed what, newest first, with times, places, devices and sizes, and no words', async () => {
      const [admin, ann] = [await newAdmin(), await somebody()]
      const id = await addNote(ann)
      await ann.ask('PUT', `/api/note/detail/${id}`, { body: { text: 'other secret' } })
      await ann.ask('DELETE', `/api/note/detail/${id}`)
      await ann.ask('PUT', '/api/account/username', { body: { username: `${ann.username}-x` } })
      const all = await entries(admin, `person=${ann.id}`)
      expect(said(all)).toEqual([
        'username-changed account',
        'removed note',
        'edited note',
        'added note',
        'opened account',
      ])
      expect(JSON.stringify(all)).not.toContain('secret')
      const [, , edited] = all
      expect(edited).toEqual({
        position: expect.stringMatching(/^\d+$/),
        at: expect.stringMatching(/Z$/),
        actor: { id: ann.id, name: `${ann.username}-x` },
        person: { id: ann.id, name: `${ann.username}-x` },
        kind: 'note',
        id,
        action: 'edited',
        revision: 2,
        passage: { book: 'John', chapter: 3, version: 'KJV', verse_id: 43_003_016, end_verse_id: 43_003_016 },
        device: { id: expect.any(String), label: 'Unknown device' },
        bytes: JSON.stringify({ title: null, text: 'other secret' }).length,
      })
    })

    it('is found by each filter, alone and together', async () => {
      const [admin, ann, bob] = [await newAdmin(), await somebody(), await somebody()]
      const from = new Date().toISOString()
      const id = await addNote(ann)
      await addNote(bob)
      await addSermon(ann)
      await ann.ask('POST', '/api/bookmarks', { body: { version: 'KJV', book: 'John', chapter: 4 } })
      const of = `person=${ann.id}`
      const mine = async (query: string) => said(await entries(admin, `${of}&${query}`))
      expect(await mine(`from=${from}`)).toEqual(['added bookmark', 'added sermon', 'added note'])
      expect(await mine(`to=${from}`)).toEqual(['opened account'])
      expect(await mine('kind=sermon')).toEqual(['added sermon'])
      expect(await mine('action=opened')).toEqual(['opened account'])
      expect(await mine('passage=John')).toEqual(['added bookmark', 'added sermon', 'added note'])
      expect(await mine('passage=John 3')).toEqual(['added sermon', 'added note'])
      expect(await mine('passage=요한복음 4장')).toEqual(['added bookmark', 'added sermon'])
      expect(await mine('passage=John 3:16')).toEqual(['added sermon', 'added note'])
      expect(await mine('passage=John 3:15')).toEqual([])
      expect(await mine('passage=John 5:1-2')).toEqual(['added sermon'])
      expect(await mine('passage=John 4-5')).toEqual(['added bookmark', 'added sermon'])
      expect(await mine('passage=Mark')).toEqual([])
      expect(said(await entries(admin, `item=${id}`))).toEqual(['added note'])
      expect(said(await entries(admin, `actor=${encodeURIComponent(ann.email)}&kind=note`))).toEqual(['added note'])
      expect(said(await entries(admin, `person=${bob.username.toUpperCase()}&kind=note`))).toEqual(['added note'])
      const [{ device }] = (await entries(admin, `item=${id}`)) as [AuditEntry]
      expect(said(await entries(admin, `device=${device?.id}&kind=bookmark`))).toEqual(['added bookmark'])
      expect(await entries(admin, 'person=nobody-at-all')).toEqual([])
      expect(await entries(admin, `person=${crypto.randomUUID()}`)).toEqual([])
    })

    it('is counted by each filter, and that is a look like a page of it', async () => {
      const [admin, ann] = [await newAdmin(), await somebody()]
      const from = new Date().toISOString()
      const id = await addNote(ann)
      await addSermon(ann)
      await ann.ask('POST', '/api/bookmarks', { body: { version: 'KJV', book: 'John', chapter: 4 } })
      const matches = async (query: string) => {
        const { status, body } = await read(admin, `/api/admin/audit/matches?${query}`)
        expect(status, JSON.stringify(body)).toBe(200)
        return body
      }
      const mine = async (query: string) => (await matches(`person=${ann.id}&${query}`)).matches
      expect(await mine(`from=${from}`)).toBe(3)
      expect((await looksOf(ann)).map(({ what }: { what: string }) => what)).toEqual(['audit'])
      expect(await mine(`to=${from}`)).toBe(1)
      expect(await mine('kind=sermon')).toBe(1)
      expect(await mine('action=added')).toBe(3)
      // The sermon is on chapters 3 to 5, and is counted once.
      expect(await mine('passage=John 3')).toBe(2)
      expect(await mine('passage=John 4')).toBe(2)
      expect(await mine('passage=John 3:16')).toBe(2)
      expect(await mine('passage=John 4-5')).toBe(2)
      expect(await mine('passage=John')).toBe(3)
      expect(await matches(`item=${id}`)).toEqual({ matches: 1, more: false })
      expect(await matches('person=nobody-at-all')).toEqual({ matches: 0, more: false })
    })

    it('goes on page by page, each entry once, whatever is written meanwhile', async () => {
      const [admin, ann] = [await newAdmin(), await somebody()]
      for (let n = 0; n < 120; n += 12)
        await Promise.all(
          Array.from({ length: 12 }, (_, at) => addNote(ann, `note ${n + at}`, 43_003_001 + ((n + at) % 30))),
        )
      const seen: string[] = []
      let before = ''
      for (let pages = 0; pages < 9; pages++) {
        const { body } = await read(
          admin,
          `/api/admin/audit?person=${ann.id}&kind=note${before && `&before=${before}`}`,
        )
        seen.push(...body.entries.map(({ id }: AuditEntry) => id))
        await addNote(ann, 'meanwhile')
        if (body.next === null) break
        before = body.next
      }
      expect(new Set(seen).size).toBe(120)
      expect(seen).toHaveLength(120)
    })

    it.for([
      ['colour=red', 'There is no filter called colour.'],
      ['kind=of-no-kind', 'There is no such kind of item.'],
      ['action=eaten', 'There is no such action.'],
      ['from=yesterday', 'A time is a date such as 2026-11-23, or a moment such as 2026-11-23T08:00:00Z.'],
      ['to=2026-13-01', 'A time is a date such as 2026-11-23, or a moment such as 2026-11-23T08:00:00Z.'],
      ['before=5', 'A history goes on where its `next` says.'],
      ['person=', 'A filter holds 1 to 320 characters, and stands once.'],
      ['person=a&person=b', 'A filter holds 1 to 320 characters, and stands once.'],
      ['passage=John 3, Mark 4', 'The audit is asked for one passage at a time.'],
      ['passage=Hezekiah 3', expect.any(String)],
    ] as const)('refuses %s', async ([query, message]) => {
      const admin = await newAdmin()
      for (const path of ['/api/admin/audit', '/api/admin/audit.csv', '/api/admin/audit/matches']) {
        if (path !== '/api/admin/audit' && query.startsWith('before')) continue
        expect(await admin.ask('GET', `${path}?${query}`)).toMatchObject({ status: 400, problem: { message } })
      }
    })

    it('comes as a file that no program of tables takes for formulas', async () => {
      const [admin, ann] = [await newAdmin(), await somebody()]
      await ann.ask('PUT', '/api/account/username', { body: { username: `-${ann.username}` } })
      for (let n = 0; n < 3; n++) await addNote(ann)
      const { status, headers, body } = await read(admin, `/api/admin/audit.csv?person=${ann.id}`)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="audit.csv"',
        'cache-control': expect.stringContaining('no-store'),
      })
      const [head, first, ...rest] = String(body).trim().split('\r\n')
      expect(head).toMatch(/^\uFEFF?position,at,actor,actor_name,/)
      expect(first?.split(',')[3]).toBe(`'-${ann.username}`)
      expect(rest).toHaveLength(4)
      expect(body).not.toContain('secret')
    })

    it('is told to the person whose it is: once for its pages, each export, each reveal with its reason', async () => {
      const [admin, ann, bob] = [await newAdmin(), await somebody(), await somebody()]
      const id = await addNote(ann)
      expect(await looksOf(ann)).toEqual([])
      for (const query of ['', '&kind=note', '&action=added']) await entries(admin, `person=${ann.id}${query}`)
      await read(admin, `/api/admin/audit.csv?person=${ann.id}`)
      const body = { person: ann.id, kind: 'note', id, revision: 1, reason: `  ${REASON} ` }
      const opened = await admin.ask('POST', '/api/admin/reveal', { body })
      expect(opened).toMatchObject({ status: 200, body: { item: { id, text: 'secret words' } } })
      const looks = await looksOf(ann)
      expect(looks).toMatchObject([
        {
          what: 'reveal',
          by: admin.username,
          reason: REASON,
          item: { kind: 'note', id, revision: 1, passage: { book: 'John', chapter: 3, verse_id: 43_003_016 } },
        },
        { what: 'export', by: admin.username, reason: null, item: null },
        { what: 'audit', by: admin.username, reason: null, item: null },
      ])
      expect(await looksOf(bob)).toEqual([])
      expect(said(await entries(admin, `person=${ann.id}&kind=admin`))).toEqual([
        'revealed admin',
        'audit-exported admin',
        'audit-opened admin',
      ])
    })

    it('is told to each person of whom it shows a row, whatever was asked, and to whoever was asked for in vain', async () => {
      const [admin, ann, bob] = [await newAdmin(), await somebody(), await somebody()]
      await addNote(ann, 'secret words', 42_003_016)
      expect((await entries(admin, '')).map(({ person }) => person.id)).toContain(ann.id)
      expect(await looksOf(ann)).toMatchObject([{ what: 'audit', by: admin.username }])
      const [other, eve] = [await newAdmin(), await somebody()]
      await addNote(eve, 'secret words', 42_003_016)
      await entries(other, 'passage=Luke 3:16&kind=note')
      expect(await looksOf(eve)).toMatchObject([{ what: 'audit', by: other.username }])
      expect(await entries(other, `person=${bob.id}&kind=sermon`)).toEqual([])
      expect((await looksOf(bob)).filter(({ by }) => by === other.username)).toHaveLength(1)
      expect(await looksOf(admin)).toEqual([])
    })

    it('is told in pages, so that many later looks hide none', async () => {
      const [admin, ann] = [await newAdmin(), await somebody()]
      const id = await addNote(ann)
      const reveal = { person: ann.id, kind: 'note', id, revision: 1, reason: REASON }
      expect((await admin.ask('POST', '/api/admin/reveal', { body: reveal })).status).toBe(200)
      for (let nth = 0; nth < 101; nth++) await admin.ask('GET', `/api/admin/audit.csv?person=${ann.id}&kind=note`)
      const first = (await read(ann, '/api/account/looks')).body as Looks
      expect(first.looks.map(({ what }) => what)).toEqual(Array(100).fill('export'))
      const second = (await read(ann, `/api/account/looks?before=${first.next}`)).body as Looks
      expect(second).toMatchObject({ looks: [{ what: 'export' }, { what: 'reveal', reason: REASON }], next: null })
    })

    it('tells everybody of an export of all who had an account then', async () => {
      const [admin, ann] = [await newAdmin(), await somebody()]
      const exportAll = () => read(admin, '/api/admin/audit.csv?kind=bookmark')
      await exportAll()
      const told = { what: 'export', by: admin.username, item: null }
      expect(await looksOf(ann)).toMatchObject([told])
      const later = await somebody()
      expect(await looksOf(later)).toEqual([])
      await exportAll()
      expect(await looksOf(later)).toMatchObject([told])
    })

    it('still tells everybody of an export of all once the admin’s account is closed, and not who it was', async () => {
      const [admin, ann] = [await newAdmin(), await somebody()]
      await read(admin, '/api/admin/audit.csv?kind=bookmark')
      await closeInStores(admin)
      expect(await looksOf(ann)).toEqual([
        { at: expect.any(String), what: 'export', by: null, reason: null, item: null },
      ])
    })

    it('records no look that another site asks for in an admin’s name', async () => {
      const [admin, ann] = [await newAdmin(), await somebody()]
      const looks = ['', '/matches', '.csv'].map((path) => `/api/admin/audit${path}?person=${ann.id}`)
      for (const path of [...looks, '/api/admin/audit.csv', `/api/admin/people/${ann.id}`]) {
        const answer = await admin.ask('GET', path, { headers: { 'sec-fetch-site': 'cross-site' } })
        expect(answer, path).toMatchObject({ status: 403, problem: { code: 'cross_site' } })
      }
      expect(await looksOf(ann)).toEqual([])
      for (const path of looks)
        expect(await admin.ask('GET', path, { headers: { 'sec-fetch-site': 'same-origin' } })).toMatchObject({
          status: 200,
        })
      expect(await looksOf(ann)).toHaveLength(2)
    })

    it('reveals what was removed, and nothing of a closed account, whose changes stand', async () => {
      const [admin, ann] = [await newAdmin(), await somebody()]
      const id = await addNote(ann)
      await ann.ask('DELETE', `/api/note/detail/${id}`)
      const reveal = (revision: number) =>
        admin.ask('POST', '/api/admin/reveal', {
          body: { person: ann.id, kind: 'note', id, revision, reason: REASON },
        })
      for (const revision of [1, 2]) expect((await reveal(revision)).body.item).toMatchObject({ text: 'secret words' })

      await closeInStores(ann)
      expect(await reveal(1)).toMatchObject({ status: 410, problem: { code: 'words_gone' } })
      const all = await entries(admin, `person=${ann.id}`)
      expect(said(all)).toEqual(
        expect.arrayContaining(['closed account', 'removed note', 'added note', 'opened account']),
      )
      expect(all[0]?.person).toEqual({ id: ann.id, name: null })
      expect(all.find(({ action }) => action === 'added')).toMatchObject({ bytes: expect.any(Number), revision: 1 })
    })

    it('is as the log says it, also made anew', async () => {
      const { log, readModels } = running().stores
      const head = await log.head()
      await eventually(async () => expect(await readModels.position()).toBeGreaterThanOrEqual(head))
      const options = { log, store: readModels, projection: audit as AnyProjection, closing: CLOSING }
      const verdict = await verifyProjection(options)
      expect(verdict).toMatchObject({ different: [], unparked: [] })
      expect(verdict?.documents).toBeGreaterThan(100)
    })

    it('answers 404 at the next request of an admin who is none any more', async () => {
      const admin = await newAdmin()
      expect((await admin.ask('GET', '/api/admin/audit')).status).toBe(200)
      await running().stores.identity.setAdmin(admin.id, null)
      for (const path of ['/api/admin/audit', '/api/admin/audit.csv', '/api/admin/bibles'])
        expect(await admin.ask('GET', path)).toMatchObject({ status: 404, problem: { code: 'no_such_call' } })
    })
  })
}
