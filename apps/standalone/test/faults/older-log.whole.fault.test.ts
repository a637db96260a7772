import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { eventStoreDbLog } from '@pathlight/engine-cluster/eventstoredb/event-log.ts'
import { startEmbeddedPostgres } from '@pathlight/engine-postgres/connection/embedded-postgres.ts'
import { createPool } from '@pathlight/engine-postgres/connection/pool.ts'
import { postgresUrl } from '@pathlight/engine-postgres/connection/process.ts'
import { type App, emptyFolder, startApp } from '@pathlight/testing/app-process.ts'
import { startClusterStores } from '@pathlight/testing/cluster-stores.ts'
import { eventually, reflecting } from '@pathlight/testing/eventually.ts'
import { type Answer, ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { describe, expect, it } from 'vitest'
import { operatorCommand } from './operator-command.contract.ts'

const WORDS =
  /position [\d,]+ (is beyond the log's end [\d,]+|does not hold the event any more that was read there): this log was restored from an older backup; run npm run projections -- rebuild all/
/** The message for a restored log that has grown past the checkpoints. */
const OUTGROWN = /position [\d,]+ does not hold the event any more/

const projections = operatorCommand('projections-cli.ts')

/** Backups of the log alone. Read models and accounts stay as they are. */
type Backups = {
  /** Call `save` and `restore` while the app is stopped. */
  save(): Promise<void>
  restore(): Promise<void>
  /** Restores the backup while the app runs. */
  restoreUnder(app: App): Promise<void>
  /** Appends `count` events that no read model handles, without the app. */
  writeBeside(count: number): Promise<void>
}

/** An event of a type that no read model handles, with the usual metadata. */
const besides = () => ({
  type: 'WrittenBeside',
  data: {},
  metadata: {
    userId: 'beside',
    actorId: 'beside',
    deviceId: null,
    correlationId: 'beside',
    causationId: 'beside',
    schemaVersion: 1,
    occurredAt: new Date().toISOString(),
  },
})

const backupsOf = (app: App): Backups => {
  const folder = join(app.dataDir, 'postgres')
  const query = async (url: string, statements: readonly string[]) => {
    const pool = createPool(url)
    await pool.query(statements.join(';')).finally(() => pool.end())
  }
  const stopped = async (...statements: string[]) => {
    const database = await startEmbeddedPostgres({
      dataDir: folder,
      log: { info: () => undefined, warn: () => undefined },
    })
    await query(database.url, statements).finally(() => database.stop())
  }
  // Restores the events and the sequence of positions, like COPY FROM of a dump.
  const back = [
    'TRUNCATE event_log.events',
    'INSERT INTO event_log.events SELECT * FROM backup.events',
    `SELECT setval('event_log.event_position', (SELECT max(position) FROM backup.events))`,
  ]
  const metadata = JSON.stringify(besides().metadata)
  return {
    writeBeside: (count) =>
      query(postgresUrl(folder), [
        `INSERT INTO event_log.events
          SELECT nextval('event_log.event_position'), n, gen_random_uuid(), 'beside-${randomUUID()}', 'WrittenBeside', '{}', '${metadata}'
          FROM generate_series(1, ${count}) AS n`,
      ]),
    save: () => stopped('CREATE SCHEMA backup', 'CREATE TABLE backup.events AS TABLE event_log.events'),
    restore: () => stopped(...back),
    restoreUnder: () => query(postgresUrl(folder), back),
  }
}

/** Restores the log of an app from an older backup in four ways, and checks what the app and the commands say. */
const restored = async (app: App, environment: Readonly<Record<string, string>>, backups: Backups) => {
  const { cookie } = await signUpOver(app.address, 'restorer')
  const add = (number: number): Promise<Answer> =>
    ask(app.address, 'POST', '/api/note/', {
      body: { verse_id: 43_003_001 + number, text: `Note ${number}`, version: 'KJV' },
      headers: { cookie },
    })
  const read = (more = {}) =>
    ask(app.address, 'GET', '/api/overlay?book=John&chapter=3', { headers: { cookie, ...more } })
  const notesIn = ({ body }: Answer) => (body as { notes: { text: string }[] }).notes.map(({ text }) => text)
  const ready = () => ask(app.address, 'GET', '/api/ready')
  const isRefused = async () => {
    const { status, body } = await ready()
    expect([status, (body as { parts: { notes: string } }).parts.notes]).toEqual([503, expect.stringMatching(WORDS)])
    const refused = { status: 503, body: expect.objectContaining({ code: 'log_set_back' }) }
    expect(await read()).toMatchObject(refused)
    expect((await read()).headers.get('retry-after')).toBe('10')
    expect(await add(29)).toMatchObject(refused)
    expect((await ask(app.address, 'GET', '/api/bible/chapter?version=KJV&book=John&chapter=3')).status).toBe(200)
  }
  const isInOrder = async (last: string) => {
    await eventually(async () => expect((await ready()).status).toBe(200))
    await eventually(async () => expect(notesIn(await read())).toEqual(['Note 0', 'Note 1', 'Note 2']))
    // A browser may send a position that the log does not have. The answer to such a read says `beyond`.
    const answer = await read({ 'x-min-position': last })
    expect(answer.headers.get('x-min-position')).toBe('beyond')
    expect(notesIn(answer)).toHaveLength(3)
    const added = await add(9)
    expect(added.status).toBe(201)
    expect(notesIn(await reflecting(added, read))).toContain('Note 9')
    expect(await projections(environment, 'verify')).toMatchObject({ code: 0 })
  }
  const writeMore = async () => {
    let last = '0'
    for (let number = 10; number < 18; number++) last = (await add(number)).headers.get('x-position') ?? last
    await eventually(async () => expect((await read()).headers.get('x-position')).toBe(last))
    return last
  }

  for (const number of [0, 1, 2]) expect((await add(number)).status).toBe(201)
  await app.stop()
  await backups.save()
  await app.start()

  // The log is restored while the app is stopped. The read models are rebuilt while the app runs.
  let last = await writeMore()
  await app.stop()
  await backups.restore()
  const told = await projections(environment, 'status')
  expect(told).toMatchObject({ code: 1, text: expect.stringMatching(WORDS) })
  await app.start()
  expect(app.launch.output()).toMatch(WORDS)
  await isRefused()
  expect(await projections(environment, 'rebuild', 'notes')).toMatchObject({
    code: 1,
    text: expect.stringMatching(WORDS),
  })
  const rebuilt = await projections(environment, 'rebuild', 'all')
  expect(rebuilt).toMatchObject({ code: 0, text: expect.stringContaining('made anew, and read.') })
  expect(await projections(environment, 'status')).toMatchObject({ code: 0 })
  await isInOrder(last)

  // The log is restored and the read models are rebuilt while the app is stopped.
  last = await writeMore()
  await app.stop()
  await backups.restore()
  expect(await projections(environment, 'rebuild', 'all')).toMatchObject({ code: 0 })
  await app.start()
  await isInOrder(last)

  // The log is restored while the app runs.
  last = await writeMore()
  await backups.restoreUnder(app)
  await eventually(async () => expect((await ready()).status).toBe(503))
  await eventually(isRefused)
  expect(await projections(environment, 'rebuild', 'all')).toMatchObject({ code: 0 })
  await isInOrder(last)

  // The log is restored while the app is frozen. The log then grows past the checkpoints before the app looks at it.
  last = await writeMore()
  app.launch.child.kill('SIGSTOP')
  await backups.restoreUnder(app)
  await backups.writeBeside(60)
  app.launch.child.kill('SIGCONT')
  await eventually(isRefused)
  expect(app.launch.output()).toMatch(OUTGROWN)
  expect(await projections(environment, 'status')).toMatchObject({ code: 1, text: expect.stringMatching(OUTGROWN) })
  expect(await projections(environment, 'rebuild', 'all')).toMatchObject({ code: 0 })
  await isInOrder(String(BigInt(last) * 1_000n))
}

describe('a log that was restored from an older backup than its read models', () => {
  it('is refused in words, and put in order by one command: on the embedded database', async () => {
    const app = await startApp()
    await restored(app, { DATA_DIR: app.dataDir }, backupsOf(app))
  })

  it('on the cluster stores', async ({ skip }) => {
    const stores = await startClusterStores()
    if (stores === null) return skip('set TEST_SERVERS_DIR, and install redis-server')
    const { eventStore } = stores
    const backup = emptyFolder()
    const copied = async (from: string, to: string) => {
      await eventStore.kill()
      mkdirSync(to, { recursive: true })
      for (const name of readdirSync(to)) rmSync(join(to, name), { recursive: true })
      cpSync(from, to, { recursive: true })
      await eventStore.restart()
    }
    const back = () => copied(backup, eventStore.data)
    const app = await startApp({ environment: stores.environment })
    await restored(
      app,
      { ...stores.environment, DATA_DIR: app.dataDir },
      {
        save: () => copied(eventStore.data, backup),
        restore: back,
        restoreUnder: back,
        writeBeside: async (count) => {
          const log = eventStoreDbLog({ url: eventStore.url })
          const events = Array.from({ length: count }, besides)
          await eventually(() => log.appendToStream(`beside-${randomUUID()}`, events))
          await log.close()
        },
      },
    )
  })
})
