import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EXPORT_BEGINS, EXPORT_ENDS, EXPORT_ITEMS } from '@pathlight/contracts/export-rules.ts'
import { createPool } from '@pathlight/stores/postgres-pool.ts'
import { postgresUrl } from '@pathlight/stores/postgres-process.ts'
import { startApp } from '@pathlight/testing/app-process.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { WITHOUT_LIMITS } from '@pathlight/testing/without-limits.ts'
import { expect, it } from 'vitest'
import { LISTS } from '../calls/calls.contract.ts'

/** After the closing was asked for the app is killed so many milliseconds later: between these or those two steps. */
const KILLED_AFTER_MS = [0, 15, 60, 200]
const PASSWORD = 'Lamp4myfeet!'
/** Mail cannot be sent: what is to be mailed waits. */
const NO_MAIL_SERVER = 'smtp://127.0.0.1:9'
/** A killed app's jobs are found and its database recovers within this, in milliseconds. */
const CLOSED_WITHIN_MS = 180_000

/** That connections break with the app is no news. */
const quiet = { info: () => undefined, warn: () => undefined }

/** A word that is nowhere by accident. */
const canary = (): string => `canary${randomBytes(7).toString('hex')}`

it('nothing of a closed person is left in any table, job, log or file, whenever the app was killed meanwhile', {
  timeout: 600_000,
}, async () => {
  const app = await startApp({ environment: { ...WITHOUT_LIMITS, LOG_LEVEL: 'debug', SMTP_URL: NO_MAIL_SERVER } })
  const printed: string[] = []
  const secrets: string[] = []
  const pool = createPool(postgresUrl(join(app.dataDir, 'postgres')), { log: quiet })
  /** Every row of every table as text: the log, the read models, identity and the jobs. */
  const dump = async (): Promise<string> => {
    const { rows: tables } = await pool.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    )
    const rows = await Promise.all(
      tables.map(async ({ name }) => (await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)).rows),
    )
    return rows
      .flat()
      .map(({ row }) => row)
      .join('\n')
  }

  /** A person who has something of everything, and something that waits. */
  const somebody = async () => {
    const names = { username: canary(), another: canary(), newEmail: canary(), agent: canary() }
    const { cookie, id } = await signUpOver(app.address, names.username)
    const headers = { cookie, 'user-agent': names.agent }
    const call = (method: string, path: string, body?: unknown) =>
      ask(app.address, method, path, { headers, ...(body !== undefined && { body }) })
    const words = Object.fromEntries(
      ['text', 'title', 'edited', 'deleted', 'highlighted', 'unlit', 'sermon', 'speaker', 'preached', 'again'].map(
        (name) => [name, canary()],
      ),
    )
    const brought = { note: canary(), title: canary(), cell: canary(), head: canary(), waiting: canary() }
    const made = async (path: string, body: object) => {
      const answer = await call('POST', path, body)
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      return (answer.body as { id: string }).id
    }
    const note = { verse_id: 43_003_016, version: 'KJV' }
    const kept = await made('/api/note/', { ...note, text: words.text, title: words.title })
    expect((await call('PUT', `/api/note/detail/${kept}`, { text: words.edited, title: words.again })).status).toBe(200)
    const gone = await made('/api/note/', { ...note, text: words.deleted })
    expect((await call('DELETE', `/api/note/detail/${gone}`)).status).toBe(200)
    const highlight = (selectedText = '') =>
      made('/api/highlight/add', {
        ...{ version: 'NIV', verseId: 43_003_016, selectedText },
        ...{ startOffset: 0, endOffset: selectedText.length },
      })
    expect((await call('DELETE', `/api/highlight/${await highlight(words.unlit)}`)).status).toBe(200)
    await highlight(words.highlighted)
    const range = { book: 'John', startChapter: 3, startVerseId: 43_003_016, endChapter: 3, endVerseId: 43_003_018 }
    const sermon = { title: words.sermon, speaker: words.speaker, content: `<p>${words.preached}</p>` }
    await made('/api/sermon/', { ...range, ...sermon, version: 'KJV' })

    const bring = (body: string, query = '') =>
      fetch(`${app.address}/api/import${query}`, { method: 'POST', headers, body })
    const at = '2020-01-01T00:00:00.000Z'
    const item = { id: crypto.randomUUID(), ...note, text: brought.note, title: brought.title }
    const entry = JSON.stringify({ kind: 'note', item: { ...item, created_at: at, updated_at: at } })
    expect((await bring(`${EXPORT_BEGINS}\n${EXPORT_ITEMS}\n${entry}\n${EXPORT_ENDS}{}}\n`)).status).toBe(202)
    await eventually(async () => {
      const { body } = await call('GET', '/api/import')
      expect(body).toMatchObject({ import: { status: 'done' } })
    }, 60_000)
    expect((await bring(`Verse,Note,${brought.head}\n${brought.cell},x,y\n`, '?preview=true')).status).toBe(200)
    // The next one is on its way when the account is closed.
    expect((await bring(`Verse,Note\n${`John 3:16,${brought.waiting}\n`.repeat(300)}`)).status).toBe(202)

    expect((await call('PUT', '/api/account/username', { username: names.another })).status).toBeLessThan(300)
    const email = `${names.newEmail}@example.org`
    expect((await call('PUT', '/api/account/email', { email, password: PASSWORD })).status).toBeLessThan(300)
    await call('POST', '/api/auth/forgot-password', { email: `${names.username}@example.org` })
    const all = [...Object.values(names), ...Object.values(words), ...Object.values(brought), cookie.split('=')[1]]
    expect(all).toHaveLength(20)
    return { id, names, call, secrets: all as string[] }
  }

  try {
    const closed: Awaited<ReturnType<typeof somebody>>[] = []
    for (const after of KILLED_AFTER_MS) {
      const who = await somebody()
      closed.push(who)
      secrets.push(...who.secrets)
      expect(await dump()).toContain(who.names.another)
      const close = () => who.call('DELETE', '/api/account', { password: PASSWORD, confirm: who.names.another })
      const asked = close().catch(() => null)
      if (after > 0) await sleep(after)
      else await asked
      await app.kill()
      await asked
      printed.push(app.launch.output())
      await app.start()
      // Where the app died before it had written anything of it, the person asks once more.
      if ((await who.call('GET', '/api/account')).status === 200) expect((await close()).status).toBe(204)
      expect((await who.call('GET', '/api/account')).status).toBe(401)
    }
    await eventually(async () => {
      const text = await dump()
      expect(
        secrets.filter((secret) => text.includes(secret)),
        'in a table',
      ).toEqual([])
    }, CLOSED_WITHIN_MS)
    // That they left is known, and their names and addresses are free again: a person who takes them gets nothing of theirs.
    const text = await dump()
    for (const { id, names } of closed) {
      expect(text).toContain(id)
      const { cookie } = await signUpOver(app.address, names.another)
      for (const list of LISTS)
        expect((await ask(app.address, 'GET', list, { headers: { cookie } })).body, list).toEqual([])
      expect((await ask(app.address, 'GET', '/api/import', { headers: { cookie } })).body).toEqual({ import: null })
    }
  } finally {
    await pool.end()
  }
  await app.stop()
  printed.push(app.launch.output())
  const folder = join(app.dataDir, 'postgres')
  const files = readdirSync(app.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(folder))
    .map((entry) => join(entry.parentPath, entry.name))
  const kept = [...files.map((file) => [file, readFileSync(file)] as const), ['the log', printed.join('\n')] as const]
  for (const [where, content] of kept) for (const secret of secrets) expect(content.includes(secret), where).toBe(false)
})
