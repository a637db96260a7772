import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '@pathlight/testing/eventually.ts'
import { freshDatabase, type TestDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, openBrowser, PASSWORD, startInProcess } from '../app-under-test.contract.ts'

const MASTER_KEY = `${'00'.repeat(31)}ff`
const noteUrl = (n: number) => `/api/note/detail/00000000-0000-4000-8000-00000000000${n}`

describe('a database that the first version wrote', () => {
  let database: TestDatabase
  let running: AppUnderTest
  beforeAll(async () => {
    database = await freshDatabase()
    const client = await database.pool.connect()
    await client.query(readFileSync(join(import.meta.dirname, 'recorded/first-version.sql'), 'utf8'))
    // The connection is closed instead of reused, because the dump has changed its search_path.
    client.release(true)
    running = await startInProcess({ DATABASE_URL: database.url, MASTER_KEY })
  })
  afterAll(async () => {
    await running.stop()
    await database.drop()
  })

  const logIn = async (email: string) => {
    const browser = openBrowser(running.app)
    const { status, body } = await browser.ask('POST', '/api/auth/login', { body: { email, password: PASSWORD } })
    expect(status).toBe(200)
    return { ...browser, ask: browser.ask, id: body.id as string }
  }

  it('still shows everybody what they wrote, as they left it', async () => {
    const ruth = await logIn('ruth@example.org')
    const love = {
      id: '00000000-0000-4000-8000-000000000001',
      user_id: ruth.id,
      verse_id: 43_003_016,
      end_verse_id: null,
      text: '하나님이 세상을 이처럼 사랑하사 🕯️',
      book: 'John',
      title: 'Love',
      version: 'KJV',
      created_at: '2026-11-22T04:01:43.441Z',
      updated_at: '2026-11-22T04:01:43.488Z',
      revision: 3,
    }
    const shepherd = {
      end_verse_id: null,
      text: '부족함이 없다',
      title: '목자',
      version: 'KRV',
      book: 'Psalms',
      revision: 1,
    }
    await eventually(async () => {
      expect((await ruth.ask('GET', '/api/note/user')).body).toMatchObject([shepherd, love])
    })
    expect((await ruth.ask('GET', '/api/overlay?book=John&chapter=3')).body.notes).toEqual([{ ...love, tags: [] }])
    expect((await ruth.ask('GET', '/api/resource-counts')).body).toMatchObject({ notes_count: 2 })
    expect((await ruth.ask('GET', noteUrl(3))).status).toBe(404)
    const boaz = await logIn('boaz@example.org')
    expect((await boaz.ask('GET', '/api/note/user')).body).toMatchObject([{ text: 'A full reward.', revision: 1 }])
  })

  it('says by name who wrote: in its time everybody was their own writer', async () => {
    const ruth = await logIn('ruth@example.org')
    const { events } = await running.stores.log.readStream(`note-${ruth.id}.00000000-0000-4000-8000-000000000003`)
    expect(events.map(({ type, data }) => [type, data.version])).toEqual([
      ['NoteAdded', 'KJV'],
      ['NoteEdited', null],
      ['NoteRemoved', null],
    ])
    for (const { metadata } of events)
      expect(metadata).toMatchObject({
        userId: ruth.id,
        actorId: ruth.id,
        deviceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        schemaVersion: 1,
        occurredAt: expect.stringMatching(/^2026-11-22T/),
      })
  })

  it('goes on from there: repeats from before are known, revisions go on, what was removed stays removed', async () => {
    const ruth = await logIn('ruth@example.org')
    const repeat = await ruth.ask('PUT', noteUrl(1), {
      body: { title: 'Width', text: 'Second words.' },
      headers: { 'idempotency-key': 'ruth-edits-1', 'if-match': '"1"' },
    })
    expect(repeat).toMatchObject({ status: 200, body: { text: 'Second words.', revision: 2 } })
    const again = await ruth.ask('DELETE', noteUrl(3), { headers: { 'idempotency-key': 'ruth-removes-3' } })
    expect(again.status).toBe(200)
    expect((await ruth.ask('PUT', noteUrl(3), { body: { text: 'Back?' } })).status).toBe(404)

    const stale = await ruth.ask('PUT', noteUrl(1), { body: { text: 'Old.' }, headers: { 'if-match': '"2"' } })
    expect(stale).toMatchObject({ status: 412, problem: { current: { title: 'Love', revision: 3 } } })
    const edited = await ruth.ask('PUT', noteUrl(1), { body: { text: 'New.' }, headers: { 'if-match': '"3"' } })
    expect(edited).toMatchObject({ status: 200, body: { text: 'New.', title: null, revision: 4, version: 'KJV' } })
  })
})
