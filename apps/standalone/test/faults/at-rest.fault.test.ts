import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { masterKey } from '@pathlight/identity/master-key.ts'
import { postgresDataKeys } from '@pathlight/identity/postgres-data-keys.ts'
import { startEmbeddedPostgres } from '@pathlight/stores/embedded-postgres.ts'
import { createPool } from '@pathlight/stores/postgres-pool.ts'
import { startApp } from '@pathlight/testing/app-process.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { expect, it } from 'vitest'
import { LISTS } from '../calls/calls.contract.ts'

/** A word that is nowhere by accident. */
const canary = (): string => `canary${randomBytes(12).toString('hex')}`
const quiet = { info: () => undefined, warn: () => undefined }

it('nothing that people wrote stands in clear in any file or dump, and without their key it cannot be read', async () => {
  const app = await startApp({ environment: { LOG_LEVEL: 'debug' } })
  const { cookie, id: userId } = await signUpOver(app.address, 'ann')
  const call = (method: string, path: string, body?: unknown) =>
    ask(app.address, method, path, { headers: { cookie }, ...(body !== undefined && { body }) })
  const words = {
    text: canary(),
    title: canary(),
    edited: canary(),
    deleted: canary(),
    searched: canary(),
    beside: canary(),
  }
  const studied = { highlighted: canary(), unlit: canary(), sermon: canary(), preacher: canary(), preached: canary() }
  const addresses = [`${canary()}@example.org`, `${canary()}@example.org`]

  const write = async (text: string, title: string | null = null) => {
    const answer = await call('POST', '/api/note/', { verse_id: 43_003_016, text, title, version: 'KJV' })
    expect(answer.status).toBe(201)
    return (answer.body as { id: string }).id
  }
  const kept = await write(words.text, words.title)
  expect((await call('PUT', `/api/note/detail/${kept}`, { text: words.edited, title: words.title })).status).toBe(200)
  const gone = await write(words.deleted)
  expect((await call('DELETE', `/api/note/detail/${gone}`)).status).toBe(200)
  const highlight = async (selectedText: string) => {
    const range = { startOffset: 0, endOffset: selectedText.length, selectedText }
    const answer = await call('POST', '/api/highlight/add', { version: 'NIV', verseId: 43_003_016, ...range })
    expect(answer.status).toBe(201)
    return (answer.body as { id: string }).id
  }
  const unlit = await highlight(studied.unlit)
  expect((await call('DELETE', `/api/highlight/${unlit}`)).status).toBe(200)
  await highlight(studied.highlighted)
  const [start, end] = [43_003_016, 43_003_018]
  const range = { book: 'John', startChapter: 3, startVerseId: start, endChapter: 3, endVerseId: end, version: 'KJV' }
  const sermon = { ...range, title: studied.sermon, speaker: studied.preacher, content: `<p>${studied.preached}</p>` }
  expect((await call('POST', '/api/sermon/', sermon)).status).toBe(201)
  // Bookmarks and settings hold no words of a person. Words that are sent for them are refused, or not stored.
  const psalm = { book: 'Psalms', chapter: 23, version: 'KJV' }
  expect((await call('POST', '/api/bookmarks', { ...psalm, note: words.beside })).status).toBe(201)
  expect((await call('POST', '/api/bookmarks', { ...psalm, category: words.beside })).status).toBe(400)
  expect((await call('PUT', '/api/users/settings', { defaultLanguage: 'ko', name: words.beside })).status).toBe(200)
  expect((await call('PUT', '/api/users/settings', { defaultVersion: words.beside.slice(0, 20) })).status).toBe(400)
  for (const list of [...LISTS, '/api/bible/search', '/api/bible/reference'])
    await call('GET', `${list}?query=${words.searched}&text=${words.searched}`)
  await call('GET', `/api/bible/find?query=${words.searched}`)
  for (const email of addresses) await call('POST', '/api/auth/forgot-password', { email })
  await call('POST', '/api/auth/login', { email: addresses[0], password: words.searched })
  // The read models have it.
  await eventually(async () => {
    const listed = await Promise.all(LISTS.map((list) => call('GET', list)))
    const shown = JSON.stringify(listed.map(({ body }) => body))
    for (const word of [words.edited, studied.highlighted, studied.sermon, studied.preached, 'KJV.19.23'])
      expect(shown).toContain(word)
  })
  const printed = app.launch.output()
  await app.stop()

  const server = await startEmbeddedPostgres({ dataDir: join(app.dataDir, 'postgres'), log: quiet })
  const pool = createPool(server.url, { log: quiet })
  // All that pg_dump writes: every row of every table as text. The embedded PostgreSQL comes without it, and one of another major
  // version refuses to dump it.
  const dump = async () => {
    const { rows: tables } = await pool.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    )
    const rows = await Promise.all(
      tables.map(async ({ name }) => (await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)).rows),
    )
    return rows.flat().map(({ row }) => row)
  }
  const secrets = [words.beside.slice(0, 20), ...Object.values(words), ...Object.values(studied), ...addresses]
  const found = (where: string, content: string | Buffer) =>
    secrets.filter((secret) => content.includes(secret)).map((secret) => `${secret} in ${where}`)
  const dumped = (await dump()).join('\n')
  expect(dumped).toContain(userId)
  expect(found('a dump', dumped)).toEqual([])
  expect(found('the log', printed)).toEqual([])

  const keys = await postgresDataKeys({
    pool,
    masterKey: masterKey({ dataDir: app.dataDir, fromEnvironment: undefined }),
  })
  expect(await keys.keyOf(userId)).toHaveLength(32)
  await keys.destroy(userId)
  await pool.query('CHECKPOINT')
  await pool.end()
  await server.stop()
  const files = readdirSync(app.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap((file) => found(file, readFileSync(file)))).toEqual([])

  await app.start()
  for (const list of LISTS.filter((one) => one !== '/api/bookmarks')) {
    const after = await call('GET', list)
    expect(after.status === 401 || (after.body as unknown[]).length === 0).toBe(true)
  }
})
