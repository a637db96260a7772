import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { createPool } from '@pathlight/stores/postgres-pool.ts'
import { postgresUrl } from '@pathlight/stores/postgres-process.ts'
import { emptyFolder, startApp } from '@pathlight/testing/app-process.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { describe, expect, it } from 'vitest'

const CLI = join(import.meta.dirname, '../../src/audit-cli.ts')

/** Runs the command as `npm run audit -- ...` does. */
const audit = (environment: Readonly<Record<string, string>>, ...args: string[]) =>
  new Promise<{ readonly code: number; readonly text: string }>((resolve) => {
    const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment }
    const program = ['--disable-warning=ExperimentalWarning', CLI, ...args]
    execFile(process.execPath, program, { env, timeout: 90_000 }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), text: out + err }),
    )
  })

describe('npm run audit', () => {
  it('proves that nothing was altered, and names where something was, in the database itself', async () => {
    const app = await startApp()
    const environment = { DATA_DIR: app.dataDir }
    const { cookie } = await signUpOver(app.address, 'auditor')
    for (let n = 0; n < 4; n++) {
      const body = { verse_id: 43_003_001 + n, text: `Note ${n}`, version: 'KJV' }
      expect((await ask(app.address, 'POST', '/api/note/', { body, headers: { cookie } })).status).toBe(201)
    }
    await eventually(async () => expect((await audit(environment, 'digest')).text).toContain('5 events'), 30_000)
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

    const pool = createPool(postgresUrl(join(app.dataDir, 'postgres')))
    const { rows } = await pool.query<{ position: string; data: string }>(
      'SELECT position::text, data::text FROM event_log.events ORDER BY position',
    )
    const [, , third, fourth] = rows
    const { sealed } = JSON.parse(third?.data ?? '{}') as { sealed: string }
    const changed = third?.data.replace(
      sealed,
      `${sealed.slice(0, -5)}${sealed.at(-5) === 'A' ? 'B' : 'A'}${sealed.slice(-4)}`,
    )
    const set = (data: string | undefined) =>
      pool.query('UPDATE event_log.events SET data = $2 WHERE position = $1', [third?.position, data])
    await set(changed)
    expect(await audit(environment, 'verify')).toMatchObject({
      code: 1,
      text: `ALTERED: position ${third?.position} is not the event that was written there.\n`,
    })
    await set(third?.data)
    expect(await audit(environment, 'verify')).toMatchObject({ code: 0 })
    await pool.query('DELETE FROM event_log.events WHERE position = $1', [fourth?.position])
    await pool.end()
    expect(await audit(environment, 'verify')).toMatchObject({
      code: 1,
      text: `ALTERED: position ${fourth?.position} had an event that is gone.\n`,
    })
    await app.stop()
    expect((await audit(environment, 'verify')).code).toBe(1)
  })

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
