import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { startEmbeddedPostgres } from '@pathlight/engine-postgres/connection/embedded-postgres.ts'
import { createPool } from '@pathlight/engine-postgres/connection/pool.ts'
import { preparedFolder, startApp } from '@pathlight/testing/app-process.ts'
import { reflecting } from '@pathlight/testing/eventually.ts'
import { ask } from '@pathlight/testing/over-http.ts'
import { describe, expect, it } from 'vitest'

const PASSWORD = 'Lamp4myfeet!'
/** The master key of the old installations whose data folders are in `recorded`. */
const MASTER_KEY = `${'00'.repeat(31)}ff`
const RECORDED = join(import.meta.dirname, 'recorded')
const quiet = { info: () => undefined, warn: () => undefined }

/** The answers that a person got before the old program was stopped, by the address of each list and item. */
type Shown = {
  readonly username: string
  readonly email: string
  readonly id: string
  readonly lists: Readonly<Record<string, object>>
}

/**
 * A data folder of the old program of a commit. Its database comes from a dump: log, identity, read models and jobs.
 */
const folderOf = async (commit: string): Promise<string> => {
  const dataDir = preparedFolder({ DATABASE_URL: 'the database comes from the dump' })
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log: quiet })
  const pool = createPool(server.url)
  const client = await pool.connect()
  await client.query(gunzipSync(readFileSync(join(RECORDED, `${commit}.sql.gz`))).toString('utf8'))
  client.release(true)
  await pool.end()
  await server.stop()
  return dataDir
}

describe.each(['bde4e85', '9260049', '24974f9f'])('the data folder that %s left', (commit) => {
  it('shows everybody everything as they left it, with its history, and goes on', async () => {
    const dataDir = await folderOf(commit)
    const shown = JSON.parse(readFileSync(join(RECORDED, `${commit}.json`), 'utf8')) as Shown[]
    expect(shown.map(({ lists }) => Object.keys(lists).length).toSorted()[0]).toBeGreaterThanOrEqual(1)
    const app = await startApp({ environment: { MASTER_KEY }, dataDir })
    const cookies = new Map<string, string>()
    const look = async () => {
      for (const { username, email, id, lists } of shown) {
        const entered = await ask(app.address, 'POST', '/api/auth/login', { body: { email, password: PASSWORD } })
        expect(entered).toMatchObject({ status: 200, body: { id, username, email } })
        const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
        cookies.set(username, cookie)
        for (const [path, was] of Object.entries(lists)) {
          const now = await ask(app.address, 'GET', path, { headers: { cookie } })
          expect(now.status, path).toBe(200)
          // Today's program may answer more fields, but must answer all the old ones.
          if (Array.isArray(was)) expect(now.body, path).toHaveLength(was.length)
          expect(now.body, path).toMatchObject(was)
        }
      }
    }
    await look()
    const [{ username = '', lists = {} } = {}] = shown
    const headers = { cookie: cookies.get(username) ?? '' }
    const [note] = (lists['/api/note/user'] as { id: string; revision: number; text: string }[]).filter(
      ({ revision }) => revision === 3,
    )
    const history = await ask(app.address, 'GET', `/api/history/note/${note?.id}`, { headers })
    expect((history.body as { revisions: { action: string }[] }).revisions.map(({ action }) => action)).toEqual([
      'edited',
      'edited',
      'added',
    ])
    const written = await ask(app.address, 'PUT', `/api/note/detail/${note?.id}`, {
      body: { title: null, text: 'Today.' },
      headers: { ...headers, 'if-match': '"3"' },
    })
    expect(written).toMatchObject({ status: 200, body: { text: 'Today.', revision: 4 } })
    const taken = { title: null, text: note?.text ?? '' }
    const back = await ask(app.address, 'POST', `/api/history/note/${note?.id}/restore`, {
      body: { revision: 3 },
      headers,
    })
    expect(back.status).toBe(200)
    const read = await reflecting(back, (least) =>
      ask(app.address, 'GET', `/api/note/detail/${note?.id}`, { headers: { ...headers, ...least } }),
    )
    expect(read.body).toMatchObject(taken)
    const exporting = () => ask(app.address, 'GET', '/api/export?history=true', { headers })
    const exported = await exporting()
    for (const items of Object.values(lists))
      for (const { id } of (Array.isArray(items) ? items : []) as { id: string }[])
        expect(JSON.stringify(exported.body)).toContain(id)
    await app.stop()
    await app.start()
    const again = await ask(app.address, 'GET', '/api/note/user', { headers })
    expect(again.body).toHaveLength((lists['/api/note/user'] as unknown[]).length)
    expect((await exporting()).body).toEqual(exported.body)
    await app.stop()
  })
})
