import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { EXPORT_BEGINS, EXPORT_ENDS, EXPORT_ITEMS } from '@pathlight/contracts/export-rules.ts'
import { createMongoClient } from '@pathlight/engine-cluster/mongodb/client.ts'
import { createRedis, whenConnected } from '@pathlight/engine-cluster/redis/client.ts'
import { createPool } from '@pathlight/engine-postgres/connection/pool.ts'
import { postgresUrl } from '@pathlight/engine-postgres/connection/process.ts'
import { type App, emptyFolder, startApp } from '@pathlight/testing/app-process.ts'
import { startClusterStores } from '@pathlight/testing/cluster-stores.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { WITHOUT_LIMITS } from '@pathlight/testing/without-limits.ts'
import { it } from 'vitest'
import { LISTS } from '../kinds/tested-kinds.contract.ts'
import { shortCanary } from './at-rest.contract.ts'
import { CLOSING_STEPS, killedBefore } from './killed-in-closing.contract.ts'
import { operatorCommand } from './operator-command.contract.ts'

const PASSWORD = 'Lamp4myfeet!'
/** No server listens at this address, so mails wait. */
const NO_MAIL_SERVER = 'smtp://127.0.0.1:9'
/** The longest time until an app reaches the step before which it is killed, in milliseconds. */
const KILLED_WITHIN_MS = 180_000
/** The longest time until the sessions of a closing account end after the app was killed, in milliseconds. */
const ENDED_WITHIN_MS = 180_000
/** The longest time until a killed app's jobs are found and its database has recovered, in milliseconds. */
const CLOSED_WITHIN_MS = 180_000

/** The pause between two dumps, in milliseconds. A dump keeps the stores busy, and the closing waits for the stores. */
const DUMP_EVERY_MS = 1_000

/** Killing the app breaks connections, which would be logged as errors. */
const quiet = { info: () => undefined, warn: () => undefined }

/** The pause between two sign-ups, in milliseconds. A network address may sign up a hundred people an hour. */
const SIGN_UP_EVERY_MS = 5_000

const SETTINGS = { ...WITHOUT_LIMITS, LOG_LEVEL: 'debug', SMTP_URL: NO_MAIL_SERVER }

/** Pages and calls that are requested with a person's session. */
const PAGES = [
  '/',
  '/my-memos',
  '/my-memos/memos',
  '/settings/account',
  '/bible/KJV/John/3',
  '/api/sync',
  '/api/export',
]

/** An app with a dump of its stores as text: the log, the read models, identity and the jobs. */
type Installation = {
  readonly app: App
  /** Environment variables with the addresses of the stores, for operator's commands. */
  readonly stores: Readonly<Record<string, string>>
  readonly dump: () => Promise<string>
  readonly close: () => Promise<unknown>
}

const embedded = async (settings: Readonly<Record<string, string>>): Promise<Installation> => {
  const app = await startApp({ environment: settings })
  const pool = createPool(postgresUrl(join(app.dataDir, 'postgres')), { log: quiet })
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
  return { app, stores: {}, dump, close: () => pool.end() }
}

/** The value of a key in Redis, of any type. */
const heldBy = async (redis: ReturnType<typeof createRedis>, key: string): Promise<unknown> => {
  switch (await redis.type(key)) {
    case 'string':
      return redis.get(key)
    case 'hash':
      return redis.hgetall(key)
    case 'list':
      return redis.lrange(key, 0, -1)
    case 'set':
      return redis.smembers(key)
    case 'zset':
      return redis.zrange(key, 0, -1)
    case 'stream':
      return redis.xrange(key, '-', '+')
    default:
      return null
  }
}

const onClusterStores = async (settings: Readonly<Record<string, string>>): Promise<Installation | null> => {
  const stores = await startClusterStores()
  if (stores === null) return null
  const { eventStore, environment } = stores
  const app = await startApp({ environment: { ...environment, ...settings } })
  const mongo = createMongoClient(stores.mongo.url)
  const redis = createRedis(stores.redis.url)
  await whenConnected(redis)
  /** All documents of MongoDB, all keys of Redis, and the files of events. */
  const dump = async (): Promise<string> => {
    const { databases } = await mongo.db('admin').admin().listDatabases()
    const documents = await Promise.all(
      databases.map(async ({ name }) => {
        const collections = await mongo.db(name).collections()
        return Promise.all(collections.map((collection) => collection.find().toArray()))
      }),
    )
    const keys = await redis.keys('*')
    const held = await Promise.all(keys.map(async (key) => [key, await heldBy(redis, key)]))
    const events = readdirSync(eventStore.data).map((file) => readFileSync(join(eventStore.data, file), 'latin1'))
    return [JSON.stringify(documents), JSON.stringify(held), ...events].join('\n')
  }
  const close = async () => {
    redis.disconnect()
    await mongo.close()
  }
  return { app, stores: environment, dump, close }
}

/** For each step in `some`, closes an account and kills the app just before this step. */
const closingContract = (
  where: string,
  install: (settings: Readonly<Record<string, string>>) => Promise<Installation | null>,
  some: readonly (typeof CLOSING_STEPS)[number][] = CLOSING_STEPS,
) =>
  it(`nothing of a closed person is left in ${where}, a log or a file, whichever two steps the app was killed between`, {
    timeout: 1_200_000,
  }, async ({ skip, expect }) => {
    // The last step is tested first, because a killed job is found only after a while, during which earlier steps can
    // be tested.
    const steps = some.toReversed()
    /** A file with the person whose closing kills the app. */
    const whom = join(emptyFolder(), 'whom')
    const killing = (step: (typeof CLOSING_STEPS)[number] | undefined) => killedBefore(step ?? null, whom)
    const settings = { ...SETTINGS, ...killing(steps[0]) }
    const installation = (await install(settings)) ?? skip('set TEST_SERVERS_DIR, and install redis-server')
    const { app, stores, dump } = installation
    const printed: string[] = []
    const pages: string[] = []
    const secrets: string[] = []
    const ids: string[] = []
    const taken: string[] = []

    /** A person with notes, highlights, a sermon and imports, and with jobs that wait. */
    const somebody = async () => {
      const names = { username: shortCanary(), another: shortCanary(), newEmail: shortCanary(), agent: shortCanary() }
      const { cookie, id } = await signUpOver(app.address, names.username)
      const headers = { cookie, 'user-agent': names.agent }
      const call = (method: string, path: string, body?: unknown) =>
        ask(app.address, method, path, { headers, ...(body !== undefined && { body }) })
      const words = Object.fromEntries(
        ['text', 'title', 'edited', 'deleted', 'highlighted', 'unlit', 'sermon', 'speaker', 'preached', 'again'].map(
          (name) => [name, shortCanary()],
        ),
      )
      const brought = {
        note: shortCanary(),
        title: shortCanary(),
        cell: shortCanary(),
        head: shortCanary(),
        waiting: shortCanary(),
      }
      const made = async (path: string, body: object) => {
        const answer = await call('POST', path, body)
        expect(answer.status, JSON.stringify(answer.body)).toBe(201)
        return (answer.body as { id: string }).id
      }
      const note = { verse_id: 43_003_016, version: 'KJV' }
      const kept = await made('/api/note/', { ...note, text: words.text, title: words.title })
      expect((await call('PUT', `/api/note/detail/${kept}`, { text: words.edited, title: words.again })).status).toBe(
        200,
      )
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
      })
      expect((await bring(`Verse,Note,${brought.head}\n${brought.cell},x,y\n`, '?preview=true')).status).toBe(200)
      // This import may still be running when the account is closed.
      expect((await bring(`Verse,Note\n${`John 3:16,${brought.waiting}\n`.repeat(300)}`)).status).toBe(202)

      expect((await call('PUT', '/api/account/username', { username: names.another })).status).toBeLessThan(300)
      const email = `${names.newEmail}@example.org`
      expect((await call('PUT', '/api/account/email', { email, password: PASSWORD })).status).toBeLessThan(300)
      await call('POST', '/api/auth/forgot-password', { email: `${names.username}@example.org` })
      const all = [...Object.values(names), ...Object.values(words), ...Object.values(brought), cookie.split('=')[1]]
      expect(all).toHaveLength(20)
      return { id, names, headers, call, secrets: all as string[] }
    }

    try {
      const closed: Awaited<ReturnType<typeof somebody>>[] = []
      for (const [n, step] of steps.entries()) {
        const who = await somebody()
        closed.push(who)
        ids.push(who.id)
        secrets.push(...who.secrets)
        expect(await dump()).toContain(who.id)
        const close = () => who.call('DELETE', '/api/account', { password: PASSWORD, confirm: who.names.another })
        writeFileSync(whom, [who.id, `${who.names.username}@example.org`].join('\n'))
        const asked = close().catch(() => null)
        await eventually(() => expect(app.launch.endedAt(), `killed before ${step}`).not.toBeNull(), KILLED_WITHIN_MS)
        expect(app.launch.child.signalCode, app.launch.output().slice(-2_000)).toBe('SIGKILL')
        await asked
        rmSync(whom)
        printed.push(app.launch.output())
        await app.start(killing(steps[n + 1]))
        // If the app died before the session ended, the person repeats the request, which may then be refused.
        if ((await who.call('GET', '/api/account')).status === 200) {
          const again = await close()
          expect(step === 'log.appendToStream' ? [204] : [204, 401, 403], JSON.stringify(again)).toContain(again.status)
        }
        await eventually(async () => expect((await who.call('GET', '/api/account')).status).toBe(401), ENDED_WITHIN_MS)
        // The pages of a closed account are searched for the person's words later.
        for (const page of PAGES) pages.push(await (await fetch(app.address + page, { headers: who.headers })).text())
      }
      await eventually(
        async () => {
          const text = await dump()
          expect(
            secrets.filter((secret) => text.includes(secret)),
            'in a table',
          ).toEqual([])
        },
        CLOSED_WITHIN_MS,
        DUMP_EVERY_MS,
      )
      // The ids of closed accounts stay, and their names and addresses are free. A person who takes such a name gets
      // none of the old data.
      const text = await dump()
      for (const { id, names } of closed) {
        taken.push(names.another)
        expect(text).toContain(id)
        // A killed closing ends when its job is found. Until then the name is in use.
        const { cookie } = await eventually(
          () => signUpOver(app.address, names.another),
          CLOSED_WITHIN_MS,
          SIGN_UP_EVERY_MS,
        )
        for (const list of LISTS)
          expect((await ask(app.address, 'GET', list, { headers: { cookie } })).body, list).toEqual([])
        expect((await ask(app.address, 'GET', '/api/import', { headers: { cookie } })).body).toEqual({ import: null })
      }
    } finally {
      await installation.close()
    }
    await app.stop()
    printed.push(app.launch.output())
    const folder = join(app.dataDir, 'postgres')
    const names = readdirSync(app.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(folder))
      .map((entry) => join(entry.parentPath, entry.name))
    const archive = join(emptyFolder(), 'whole.archive.gz')
    const wrote = await operatorCommand('archive-cli.ts')({ ...stores, DATA_DIR: app.dataDir }, 'write', archive)
    expect(wrote, wrote.text).toMatchObject({ code: 0 })
    const archived = gunzipSync(readFileSync(archive))
    for (const id of ids) expect(archived.includes(id)).toBe(true)
    const files = [
      ...names.map((file) => [file, readFileSync(file)] as const),
      ['a page', pages.join('\n')] as const,
      ['the log', printed.join('\n')] as const,
    ]
    for (const [where, content] of files)
      for (const secret of secrets) expect(content.includes(secret), where).toBe(false)
    // New people have taken the names of closed accounts, so these names may be in the archive.
    for (const secret of secrets)
      if (!taken.includes(secret)) expect(archived.includes(secret), 'an archive').toBe(false)
  })

export const closingOnEmbedded = (some?: readonly (typeof CLOSING_STEPS)[number][]): void =>
  closingContract('the embedded database', embedded, some)
export const closingOnCluster = (): void => closingContract('the cluster stores', onClusterStores)
