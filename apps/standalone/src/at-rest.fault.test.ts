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

/** A word that is nowhere by accident. */
const canary = (): string => `canary${randomBytes(12).toString('hex')}`
const quiet = { info: () => undefined, warn: () => undefined }

it('nothing that people wrote stands in clear in any file or dump, and without their key nobody can read it', async () => {
  const app = await startApp({ environment: { LOG_LEVEL: 'debug' } })
  const { cookie, id: userId } = await signUpOver(app.address, 'ann')
  const call = (method: string, path: string, body?: unknown) =>
    ask(app.address, method, path, { headers: { cookie }, ...(body !== undefined && { body }) })
  const words = { text: canary(), title: canary(), edited: canary(), deleted: canary(), searched: canary() }
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
  await call('GET', `/api/note/user?query=${words.searched}`)
  await call('GET', `/api/bible/find?query=${words.searched}`)
  for (const email of addresses) await call('POST', '/api/auth/forgot-password', { email })
  await call('POST', '/api/auth/login', { email: addresses[0], password: words.searched })
  // The read models have it.
  await eventually(async () => {
    const listed = await call('GET', '/api/note/user')
    expect(JSON.stringify(listed.body)).toContain(words.edited)
  })
  const printed = app.launch.output()
  await app.stop()

  const server = await startEmbeddedPostgres({ dataDir: join(app.dataDir, 'postgres'), log: quiet })
  const pool = createPool(server.url, { log: quiet })
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
  const secrets = [...Object.values(words), ...addresses]
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
  const after = await call('GET', '/api/note/user')
  expect(after.status === 401 || (after.body as unknown[]).length === 0).toBe(true)
})
