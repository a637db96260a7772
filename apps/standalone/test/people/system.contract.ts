import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SystemReport } from '@pathlight/contracts/system.ts'
import { itemsIn } from '@pathlight/query/kinds.ts'
import { eventually, reflecting } from '@pathlight/testing/eventually.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, makeAdmin, signUpSomebody } from '../app-under-test.contract.ts'

/** Admins see the state of this Pathlight, and repeat or dismiss failed jobs. */
export const systemContract = (running: () => AppUnderTest): void => {
  describe('the system', () => {
    let admin: Awaited<ReturnType<typeof signUpSomebody>>
    beforeAll(async () => {
      admin = await signUpSomebody(running().app)
      await makeAdmin(running().stores, admin.id)
    })
    const report = async (): Promise<SystemReport> => {
      const { status, body, headers } = await admin.ask('GET', '/api/admin/system')
      expect(status, JSON.stringify(body)).toBe(200)
      expect(headers['cache-control']).toContain('no-store')
      return body
    }

    it('is told: stores with their sizes, read models, the version, what speaks against the settings', async () => {
      const { stores } = running()
      const { body: item } = await admin.ask('POST', '/api/bookmarks', {
        body: { version: 'KJV', book: 'John', chapter: 4 },
      })
      await reflecting(await stores.log.head(), (headers) => admin.ask('GET', '/api/bookmarks', { headers }))
      // A busy store answers late, and the report waits only a moment for each store.
      const told = await eventually(async () => {
        const told = await report()
        expect(told.stores.map(({ name, state }) => [name, state])).toEqual(
          Object.keys(stores.pings).map((name) => [name, 'answers']),
        )
        for (const { name, size } of told.stores) expect(size?.bytes, name).toBeGreaterThan(0)
        return told
      })
      expect(told.folder.bibles).toBeGreaterThan(1_000_000)
      expect(told.folder.free).toBeGreaterThan(1_000_000)
      expect(told.readModels.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['notes', 'audit_rows', 'bookmarks']),
      )
      expect(told.version).toMatchObject({ node: process.versions.node, pathlight: expect.stringMatching(/^\d+\./) })
      expect(told.hints).toContain('no_smtp')
      expect(told.hints).not.toContain('http_without_tls')
      for (const hidden of [running().dataDir, item.id, admin.email]) expect(JSON.stringify(told)).not.toContain(hidden)
    })

    it('knows how many people have something in a text, before it is removed', async () => {
      const { app, stores } = running()
      const [ann, bob] = [await signUpSomebody(app), await signUpSomebody(app)]
      const version = 'NIV'
      const use = async () => {
        const head = await stores.log.head()
        await eventually(async () => expect(await stores.readModels.position()).toBeGreaterThanOrEqual(head))
        // The HTTP call is for installed versions. These people write in a version that is not installed.
        return itemsIn(stores.readModels)(version)
      }
      const before = await use()
      for (const text of ['one', 'two'])
        await ann.ask('POST', '/api/note/', { body: { verse_id: 43_003_016, text, version } })
      await bob.ask('POST', '/api/bookmarks', { body: { version, book: 'John', chapter: 9 } })
      await bob.ask('POST', '/api/note/', { body: { verse_id: 43_003_016, text: 'elsewhere', version: 'KJV' } })
      expect(await use()).toEqual({ people: before.people + 2, items: before.items + 3 })
      const { body, status } = await admin.ask('GET', '/api/admin/bibles/kjv/use')
      expect(status).toBe(200)
      expect(body.people).toBeGreaterThanOrEqual(1)
      expect(await admin.ask('GET', '/api/admin/bibles/NIV/use')).toMatchObject({ status: 404 })
    })

    it('counts the messages of the contact form that wait in the data folder, and knows the last archive, as the backups do', async () => {
      const before = await report()
      expect(before).toMatchObject({ lastBackup: null, hints: expect.arrayContaining(['no_backup']) })
      const folder = join(running().dataDir, 'contact')
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'one.txt'), 'From: Ann')
      const { archives } = running().stores
      const last = { name: 'pathlight.archive', events: 1_234, bytes: 56_789 }
      const archived = async (days: number) => {
        const at = new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
        await archives.noteWritten({ ...last, writtenAt: at })
        expect((await admin.ask('GET', '/api/admin/backups')).body.last).toEqual({ ...last, at })
      }
      await archived(6)
      const after = await report()
      expect(after.messagesKept).toBe(before.messagesKept + 1)
      expect(after.lastBackup?.name).toBe(last.name)
      expect(after.hints).not.toContain('no_backup')
      await archived(8)
      expect((await report()).hints).toContain('no_backup')
    })

    it('has failed jobs tried again or dismissed, each once, and the audit says who did it', async () => {
      const { jobs, log } = running().stores
      let isMended = false
      const tried: string[] = []
      const mine = (id: string) => id.startsWith('broken ')
      // Jobs of other tests are taken from the queue and ignored.
      const handlers = new Proxy({} as Parameters<typeof jobs.work>[0], {
        get:
          () =>
          async (_data: object, { id }: { id: string }) => {
            if (!mine(id)) return
            tried.push(id)
            if (!isMended) throw new Error('a secret of a person')
          },
      })
      await jobs.work(handlers)
      const id = `broken / ${crypto.randomUUID()}`
      await jobs.add('notice-mail', { userId: admin.id, notice: 'password-changed' }, { id, attempts: 1 })
      const failed = async (one = id) => (await report()).jobs.latest.find((job) => job.id === one)
      await eventually(async () => expect(await failed()).toMatchObject({ name: 'notice-mail', tries: 1 }))
      const told = await report()
      expect(told.jobs.failed).toBeGreaterThanOrEqual(1)
      expect(JSON.stringify(told.jobs)).not.toMatch(/secret|password-changed/)

      const hopeless = `broken / ${crypto.randomUUID()}`
      await jobs.add('notice-mail', { userId: admin.id, notice: 'password-changed' }, { id: hopeless, attempts: 1 })
      await eventually(async () => expect(await failed(hopeless)).toBeDefined())
      const other = await signUpSomebody(running().app)
      const dismissed = `/api/admin/jobs/${encodeURIComponent(hopeless)}`
      expect(await other.ask('DELETE', dismissed)).toMatchObject({ status: 404, problem: { code: 'no_such_call' } })
      expect((await admin.ask('DELETE', dismissed)).status).toBe(204)
      expect(await failed(hopeless)).toBeUndefined()
      expect(await admin.ask('DELETE', dismissed)).toMatchObject({ status: 404, problem: { code: 'job_not_failed' } })

      const path = `/api/admin/jobs/${encodeURIComponent(id)}/again`
      expect(await other.ask('POST', path)).toMatchObject({ status: 404, problem: { code: 'no_such_call' } })
      expect(tried).toEqual([id, hopeless])
      isMended = true
      expect((await admin.ask('POST', path)).status).toBe(204)
      await eventually(() => expect(tried).toEqual([id, hopeless, id]))
      await eventually(async () => expect(await failed()).toBeUndefined())
      expect(await admin.ask('POST', path)).toMatchObject({ status: 404, problem: { code: 'job_not_failed' } })
      for (const [action, subject] of [
        ['job-tried-again', id],
        ['job-dismissed', hopeless],
      ]) {
        const { body } = await reflecting(await log.head(), (headers) =>
          admin.ask('GET', `/api/admin/audit?actor=${admin.id}&action=${action}`, { headers }),
        )
        expect(body.entries).toMatchObject([
          { kind: 'admin', id: subject, actor: { id: admin.id }, person: { id: admin.id }, passage: null },
        ])
      }
    })
  })
}
