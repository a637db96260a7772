import { join } from 'node:path'
import { createPool } from '@pathlight/engine-postgres/connection/pool.ts'
import { postgresUrl } from '@pathlight/engine-postgres/connection/process.ts'
import { type App, emptyFolder, startApp } from '@pathlight/testing/app-process.ts'
import { startClusterStores } from '@pathlight/testing/cluster-stores.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { describe, expect, it } from 'vitest'
import { alterEventStore, atPlaceOf, withOtherByte } from './alter-event-store.contract.ts'
import { operatorCommand } from './operator-command.contract.ts'

const audit = operatorCommand('audit-cli.ts')

/** An installation whose log a test can alter without the app. */
type Installation = {
  readonly app: App
  readonly environment: Readonly<Record<string, string>>
  /** Each function alters the log at the given positions, and answers a function that undoes the change. */
  readonly change: (at: bigint) => Promise<() => Promise<unknown>>
  readonly remove: (at: bigint) => Promise<() => Promise<unknown>>
  readonly swap: (one: bigint, other: bigint) => Promise<() => Promise<unknown>>
}

/** An installation on the embedded database. Database and app keep running while the log is altered. */
const embedded = async (): Promise<Installation> => {
  const app = await startApp()
  const alter = async (sql: readonly string[]) => {
    const pool = createPool(postgresUrl(join(app.dataDir, 'postgres')))
    try {
      await pool.query('CREATE TABLE event_log.kept AS SELECT * FROM event_log.events')
      for (const statement of sql) await pool.query(statement)
    } finally {
      await pool.end()
    }
    return async () => {
      const back = createPool(postgresUrl(join(app.dataDir, 'postgres')))
      await back.query('DELETE FROM event_log.events')
      await back.query('INSERT INTO event_log.events SELECT * FROM event_log.kept')
      await back.query('DROP TABLE event_log.kept')
      await back.end()
    }
  }
  const move = (from: bigint, to: bigint) => `UPDATE event_log.events SET position = ${to} WHERE position = ${from}`
  const otherByte = `regexp_replace(data::text, '("sealed" *: *".{40})(.)', '\\1' || CASE WHEN data::text ~ '"sealed" *: *".{40}A' THEN 'B' ELSE 'A' END)`
  return {
    app,
    environment: { DATA_DIR: app.dataDir },
    change: (at) => alter([`UPDATE event_log.events SET data = (${otherByte})::json WHERE position = ${at}`]),
    remove: (at) => alter([`DELETE FROM event_log.events WHERE position = ${at}`]),
    swap: (one, other) => alter([move(one, 0n), move(other, one), move(0n, other)]),
  }
}

/** An installation on cluster stores. EventStoreDB is down while its file is altered, so the app is stopped before. */
const onClusterStores = async (): Promise<Installation | null> => {
  const stores = await startClusterStores()
  if (stores === null) return null
  const { eventStore, environment } = stores
  const app = await startApp({ environment })
  const alter = async (change: Parameters<typeof alterEventStore>[1]) => {
    await app.stop()
    return alterEventStore(eventStore, change)
  }
  return {
    app,
    environment: { ...environment, DATA_DIR: app.dataDir },
    change: (at) => alter((events) => events.map((event) => (event.position === at ? withOtherByte(event) : event))),
    remove: (at) => alter((events) => events.filter(({ position }) => position !== at)),
    swap: (one, other) =>
      alter((events) => {
        const [first, second] = [one, other].map((at) => events.find(({ position }) => position === at))
        if (!first || !second) throw new Error('There are no such events')
        return events.map((event) => {
          if (event === first) return atPlaceOf(first, second)
          return event === second ? atPlaceOf(second, first) : event
        })
      }),
  }
}

const ENGINES = [
  { engine: 'PostgreSQL', install: embedded },
  { engine: 'EventStoreDB', install: onClusterStores },
]

describe('npm run audit', () => {
  it.for(ENGINES)(
    'proves that nothing was altered, and names where something was, in $engine itself',
    async ({ install }, { skip }) => {
      const installation = (await install()) ?? skip('set TEST_SERVERS_DIR, and install redis-server')
      const { app, environment, change, remove, swap } = installation
      const { cookie } = await signUpOver(app.address, 'auditor')
      const positions: bigint[] = []
      for (let n = 0; n < 4; n++) {
        const body = { verse_id: 43_003_001 + n, text: `Note ${n}`, version: 'KJV' }
        const added = await ask(app.address, 'POST', '/api/note/', { body, headers: { cookie } })
        expect(added.status).toBe(201)
        positions.push(BigInt(added.headers.get('x-position') ?? ''))
      }
      const [first = 0n, second = 0n, third = 0n, fourth = 0n] = positions
      await eventually(async () => expect((await audit(environment, 'digest')).text).toContain('5 events'))
      const [kept = ''] = (await audit(environment, 'digest')).text.split('\n')
      expect(kept).toMatch(/^\d+:[0-9a-f]{64}$/)
      expect(await audit(environment, 'verify', '--kept', kept)).toMatchObject({
        code: 0,
        text: expect.stringMatching(
          /5 events: nothing was altered\.\nThe digest that was kept for position \d+ is right\./,
        ),
      })
      expect(await audit(environment, 'verify', '--since', '2020-01-01')).toMatchObject({ code: 0 })
      expect(await audit(environment, 'verify', '--since', '2999-01-01')).toMatchObject({
        code: 0,
        text: expect.stringContaining('0 events: nothing was altered.'),
      })

      const alterations = [
        [() => change(second), `ALTERED: position ${second} is not the event that was written there.\n`],
        [() => remove(third), `ALTERED: position ${third} had an event that is gone.\n`],
        [() => remove(fourth), `ALTERED: position ${fourth} had an event that is gone.\n`],
        [() => swap(first, third), `ALTERED: position ${first} is not the event that was written there.\n`],
      ] as const
      for (const [alter, text] of alterations) {
        const putBack = await alter()
        expect(await audit(environment, 'verify')).toMatchObject({ code: 1, text })
        await putBack()
      }
      await app.stop()
      expect(await audit(environment, 'verify')).toMatchObject({ code: 0 })
    },
  )

  it('says what it cannot do', async () => {
    const environment = { DATA_DIR: emptyFolder() }
    for (const args of [
      [],
      ['verify', '--since'],
      ['verify', '--since', 'yesterday'],
      ['verify', '--kept', '5'],
      ['prove'],
    ])
      expect(await audit(environment, ...args)).toMatchObject({ code: 2, text: expect.stringContaining('verify') })
    expect(await audit(environment, 'help')).toMatchObject({ code: 0 })
    expect((await audit(environment, 'digest')).text).toMatch(/There is no Pathlight in .* yet/)
  })
})
