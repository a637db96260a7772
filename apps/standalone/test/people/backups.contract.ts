import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reflecting } from '@pathlight/testing/eventually.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, makeAdmin, openBrowser, signUpSomebody } from '../app-under-test.contract.ts'

/** The calls by which admins see and order archives, and test the mail. */
export const backupsContract = (running: () => AppUnderTest): void => {
  describe('backups, to an admin', () => {
    const NAME = 'pathlight-2026-11-23T030000Z.archive.gz'
    let admin: Awaited<ReturnType<typeof signUpSomebody>>
    beforeAll(async () => {
      admin = await signUpSomebody(running().app)
      await makeAdmin(running().stores, admin.id)
    })
    const report = async () => (await admin.ask('GET', '/api/admin/backups')).body
    const deeds = async () => {
      const head = await running().stores.log.head()
      const { body } = await reflecting(head, (headers) =>
        admin.ask('GET', `/api/admin/audit?actor=${admin.id}&kind=admin`, { headers }),
      )
      return body.entries.map(({ action }: { action: string }) => action)
    }

    it('are planned for an hour of the day, and not any more; each is in the audit', async () => {
      const plan = { hour: 3, time_zone: 'Asia/Seoul', keep: 5 }
      expect((await admin.ask('PUT', '/api/admin/backups', { body: plan })).status).toBe(204)
      expect((await report()).planned).toEqual({
        every_hours: 24,
        daily: { hour: 3, time_zone: 'Asia/Seoul' },
        keep: 5,
        folder: null,
      })
      expect((await admin.ask('DELETE', '/api/admin/backups')).status).toBe(204)
      expect((await report()).planned).toBeNull()
      expect((await deeds()).slice(0, 2)).toEqual(['backups-ended', 'backups-planned'])
    })

    it('stay in the folder that the operator named, also where an admin ends them and starts them again', async () => {
      const { jobs, archives } = running().stores
      await jobs.every('write-archive', 'write-archive', { folder: '/backups', keep: 3 }, 3_600_000)
      expect((await admin.ask('DELETE', '/api/admin/backups')).status).toBe(204)
      const plan = { hour: 3, time_zone: 'Asia/Seoul', keep: 5 }
      expect((await admin.ask('PUT', '/api/admin/backups', { body: plan })).status).toBe(204)
      expect((await report()).planned).toMatchObject({ keep: 5, folder: '/backups' })
      expect((await admin.ask('DELETE', '/api/admin/backups')).status).toBe(204)
      await archives.noteFolder(null)
    })

    it('are listed with their age and size, and downloaded; who is no admin, a page elsewhere and another name get nothing', async () => {
      const { app, dataDir } = running()
      mkdirSync(join(dataDir, 'archives'), { recursive: true })
      writeFileSync(join(dataDir, 'archives', NAME), 'all of it')
      for (const other of ['my own.archive.gz', `${NAME}.part`])
        writeFileSync(join(dataDir, 'archives', other), 'not ours')
      expect((await report()).files).toEqual([{ name: NAME, at: expect.any(String), bytes: 9 }])
      const got = await admin.ask('GET', `/api/admin/backups/${NAME}`)
      expect(got).toMatchObject({ status: 200, body: 'all of it', headers: { 'content-type': 'application/gzip' } })
      expect(got.headers['content-disposition']).toContain(NAME)
      expect((await deeds())[0]).toBe('backup-downloaded')
      for (const name of [`..%2f..%2fmaster.key`, 'my%20own.archive.gz', `${NAME}.part`])
        expect((await admin.ask('GET', `/api/admin/backups/${name}`)).status, name).toBe(404)
      const elsewhere = { headers: { 'sec-fetch-site': 'cross-site' } }
      expect((await admin.ask('GET', `/api/admin/backups/${NAME}`, elsewhere)).status).toBe(403)
      expect((await openBrowser(app).ask('GET', `/api/admin/backups/${NAME}`)).status).toBe(404)
    })

    it('say which texts people wrote in that are not here, and that no key is missing', async () => {
      const { app, stores } = running()
      const ann = await signUpSomebody(app)
      const note = { verse_id: 43_003_016, version: 'NIV', text: 'without its text' }
      expect((await ann.ask('POST', '/api/note/', { body: note })).status).toBe(201)
      await reflecting(await stores.log.head(), (headers) => ann.ask('GET', '/api/note/user', { headers }))
      const { missing } = await report()
      expect(missing.keys).toBe(0)
      expect(missing.texts).toContainEqual({ code: 'NIV', items: expect.any(Number) })
      expect(missing.texts.map(({ code }: { code: string }) => code)).not.toContain('KJV')
    })

    it('are asked for, and so is a mail that tries the mail server: each is left to the worker', async () => {
      expect((await admin.ask('POST', '/api/admin/backups')).status).toBe(202)
      const { status, body } = await admin.ask('POST', '/api/admin/mail/test')
      expect(status).toBe(202)
      if (!running().hasManyProcesses) {
        const waiting = await running().stores.jobs.waiting()
        expect(waiting.map(({ name }) => name)).toEqual(expect.arrayContaining(['write-archive', 'test-mail']))
      }
      await running().stores.archives.noteMailTest(admin.id, {
        id: body.id,
        at: new Date().toISOString(),
        why: '535 no',
      })
      expect((await admin.ask('GET', '/api/admin/mail')).body).toMatchObject({
        sends: true,
        test: { id: body.id, why: '535 no' },
      })
      expect((await deeds()).slice(0, 2)).toEqual(['mail-tested', 'backup-asked'])
      const dismiss = async (id: string) => (await admin.ask('DELETE', `/api/admin/mail/test/${id}`)).status
      const other = await signUpSomebody(running().app)
      await makeAdmin(running().stores, other.id)
      const hers = { id: randomUUID(), at: new Date().toISOString(), why: null }
      await running().stores.archives.noteMailTest(other.id, hers)
      expect((await other.ask('GET', '/api/admin/mail')).body.test).toEqual(hers)
      expect((await other.ask('DELETE', `/api/admin/mail/test/${body.id}`)).status).toBe(204)
      // Another window may still show an earlier test. Its dismissal must not dismiss the latest test.
      expect(await dismiss(randomUUID())).toBe(204)
      expect((await admin.ask('GET', '/api/admin/mail')).body.test).toMatchObject({ id: body.id })
      expect((await deeds()).slice(0, 2)).toEqual(['mail-tested', 'backup-asked'])
      for (const _again of [1, 2]) expect(await dismiss(body.id)).toBe(204)
      expect((await admin.ask('GET', '/api/admin/mail')).body.test).toBeNull()
      expect((await other.ask('GET', '/api/admin/mail')).body.test).toEqual(hers)
      expect((await deeds()).slice(0, 2)).toEqual(['mail-test-dismissed', 'mail-tested'])
    })
  })
}
