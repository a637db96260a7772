import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool } from '@pathlight/engine-postgres/connection/pool.ts'
import { postgresUrl } from '@pathlight/engine-postgres/connection/process.ts'
import { type App, emptyFolder, startApp } from '@pathlight/testing/app-process.ts'
import { eventually, reflecting } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { onBothEngines, operatorCommand } from './operator-command.contract.ts'

const projections = operatorCommand('projections-cli.ts')

/** Signs up a person who writes `count` notes. `read` answers the texts of the notes. */
const somebodyWithNotes = async ({ address }: App, count: number) => {
  const { cookie, id: userId } = await signUpOver(address, `reader${Math.random().toString(36).slice(2, 8)}`)
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const body = { verse_id: 43_003_001 + i, text: `Note ${i}`, version: 'KJV' }
    const { status, body: note } = await ask(address, 'POST', '/api/note/', { body, headers: { cookie } })
    expect(status).toBe(201)
    ids.push((note as { id: string }).id)
  }
  const read = async () => {
    const { status, body } = await ask(address, 'GET', '/api/overlay?book=John&chapter=3', { headers: { cookie } })
    expect(status).toBe(200)
    return (body as { notes: { text: string }[] }).notes.map(({ text }) => text)
  }
  // Waits until the notes are projected. A later projection would overwrite the documents that a test changes.
  await eventually(async () => expect(await read()).toEqual(notes(count)))
  return { userId, cookie, ids, read }
}
const notes = (count: number) => Array.from({ length: count }, (_, i) => `Note ${i}`)

/** The generation of the notes' read model, from the app's metrics. */
const generationOf = async ({ address }: App): Promise<number> => {
  const metrics = await (await fetch(`${address}/metrics`)).text()
  return Number(/^pathlight_projection_generation\{projection="notes"\} (\d+)$/m.exec(metrics)?.[1])
}

/**
 * Edits, removes and restores the first note, and removes the second. Answers a function that reads the changes, the
 * removed items and the list of notes.
 */
const changesOf = async ({ address }: App, { cookie, ids }: Awaited<ReturnType<typeof somebodyWithNotes>>) => {
  const headers = { cookie }
  const [first, second] = ids
  const words = { body: { title: null, text: 'Changed' }, headers }
  expect((await ask(address, 'PUT', `/api/note/detail/${first}`, words)).status).toBe(200)
  for (const id of [first, second])
    expect((await ask(address, 'DELETE', `/api/note/detail/${id}`, { headers })).status).toBe(200)
  const back = { body: { revision: 1 }, headers }
  const restored = await ask(address, 'POST', `/api/history/note/${first}/restore`, back)
  expect(restored.status).toBe(200)
  const read = async (path: string) => {
    const asked = (least: Record<string, string>) => ask(address, 'GET', path, { headers: { ...headers, ...least } })
    return (await reflecting(restored, asked)).body
  }
  const changes = async (query: string) =>
    ((await read(`/api/history${query}`)) as { changes: { action: string }[] }).changes
  const listed = async () => ((await read('/api/note/user')) as { text: string }[]).map(({ text }) => text)
  return async () => [await changes('?limit=200'), await changes('?removed=true'), await listed()] as const
}

const whileItRunsAndAfter = async (app: App, environment: Readonly<Record<string, string>>) => {
  const { read } = await somebodyWithNotes(app, 20)
  expect(await projections(environment, 'status')).toMatchObject({
    code: 0,
    text: expect.stringMatching(/notes: 20 documents, up to date \(generation 1, /),
  })
  let reading = true
  const reader = (async () => {
    while (reading) {
      expect(await read()).toEqual(notes(20))
      await sleep(20)
    }
  })()
  const rebuilt = await projections(environment, 'rebuild', 'notes')
  reading = false
  await reader
  expect(rebuilt).toMatchObject({ code: 0, text: expect.stringContaining('notes: made anew, and read.') })
  expect((await projections(environment, 'status')).text).toMatch(/notes: 20 documents, up to date \(generation 2, /)
  expect(await projections(environment, 'verify')).toMatchObject({
    code: 0,
    text: expect.stringMatching(/notes: 20 documents, sha256 [0-9a-f]{16}: as the events say/),
  })
  expect(await projections(environment, 'parked')).toMatchObject({ code: 0, text: 'Nothing is parked.\n' })

  await app.stop()
  expect(await projections(environment, 'rebuild', 'all')).toMatchObject({ code: 0 })
  expect((await projections(environment, 'status')).text).toMatch(
    /notes: 20 documents, up to date \(generation [3-9], /,
  )
  await app.start()
  expect(await read()).toEqual(notes(20))
}

describe('npm run projections', () => {
  onBothEngines('builds anew, verifies and tells, while the app runs and while it does not', whileItRunsAndAfter)

  let app: App
  let environment: Readonly<Record<string, string>>
  beforeAll(async () => {
    app = await startApp()
    environment = { DATA_DIR: app.dataDir }
  })

  it('makes the history of every change anew, and the same', async () => {
    const read = await changesOf(app, await somebodyWithNotes(app, 3))
    const before = await read()
    const [all, removed, listed] = before
    expect(all.map(({ action }) => action)).toEqual([
      ...['restored', 'removed', 'removed', 'edited'],
      ...['added', 'added', 'added'],
    ])
    expect(removed).toMatchObject([{ action: 'removed', excerpt: 'Note 1' }])
    // The first note was removed and restored, and has its old place in the list.
    expect(listed).toEqual(['Note 2', 'Note 0'])
    for (const model of ['changes', 'last_known', 'notes'])
      expect(await projections(environment, 'rebuild', model)).toMatchObject({
        code: 0,
        text: expect.stringContaining(`${model}: made anew, and read.`),
      })
    expect(await read()).toEqual(before)
    expect(await projections(environment, 'verify')).toMatchObject({
      code: 0,
      text: expect.stringMatching(/changes: \d+ documents, .*: as the events say/),
    })
  })

  it('finds what is not as the events say, and mends it', async () => {
    const { userId, ids, read } = await somebodyWithNotes(app, 5)
    const pool = createPool(postgresUrl(join(app.dataDir, 'postgres')))
    const [first, second] = ids
    const table = `read_models.doc_notes_${await generationOf(app)}`
    await pool.query(`DELETE FROM ${table} WHERE id = $1`, [`${userId}.${first}`])
    await pool.query(`UPDATE ${table} SET doc = jsonb_set(doc::jsonb, '{verse_id}', '43003099')::json WHERE id = $1`, [
      `${userId}.${second}`,
    ])
    await pool.end()
    const found = await projections(environment, 'verify', 'notes')
    expect(found.code).toBe(1)
    for (const id of [first, second]) expect(found.text).toContain(`differs  ${userId}.${id}`)
    expect(found.text).toContain('npm run projections -- rebuild notes')
    expect(await projections(environment, 'rebuild', 'notes')).toMatchObject({ code: 0 })
    expect(await projections(environment, 'verify')).toMatchObject({ code: 0 })
    expect(await read()).toEqual(notes(5))
  })

  it('tells what is parked, and brings it back when the cause is mended', async () => {
    const { userId, ids, read } = await somebodyWithNotes(app, 3)
    const stream = `note-${userId}.${ids[1]}`
    const pool = createPool(postgresUrl(join(app.dataDir, 'postgres')))
    const change = (text: string) =>
      pool.query('UPDATE event_log.events SET data = $2 WHERE stream = $1', [stream, text])
    const { rows } = await pool.query<{ data: string }>('SELECT data::text FROM event_log.events WHERE stream = $1', [
      stream,
    ])
    const whole = rows[0]?.data ?? ''
    const generation = await generationOf(app)
    // Damages a seal, like a fault of the disk.
    await change(whole.replace(/("sealed":\s*")([^"]{10})/, '$1AAAAAAAAAA'))
    expect(await projections(environment, 'rebuild', 'notes')).toMatchObject({ code: 0 })
    expect(await read()).toEqual(['Note 0', 'Note 2'])
    const told = await projections(environment, 'parked')
    expect(told.text).toContain(stream)
    expect(told.text).toMatch(/NoteAdded at position \d+/)
    expect((await projections(environment, 'status')).text).toContain('parked streams: 1')
    const metrics = await (await fetch(`${app.address}/metrics`)).text()
    expect(metrics).toContain('pathlight_projection_parked_streams{projection="notes"} 1')
    expect(metrics).toContain('pathlight_projection_parked_streams{projection="sermons"} 0')
    expect(await generationOf(app)).toBeGreaterThan(generation)
    expect(await ask(app.address, 'GET', '/api/ready')).toMatchObject({ body: { parts: { notes: 'live, 1 parked' } } })
    expect(await projections(environment, 'replay', stream)).toMatchObject({
      code: 1,
      text: expect.stringContaining('is parked by notes as before'),
    })
    await change(whole)
    await pool.end()
    expect(await projections(environment, 'replay', stream)).toMatchObject({
      code: 0,
      text: expect.stringContaining(`${stream} is back.`),
    })
    expect(await read()).toEqual(notes(3))
    expect(await projections(environment, 'replay', stream)).toMatchObject({ code: 1 })
  })

  it('says what it cannot do', async () => {
    const nowhere = { DATA_DIR: emptyFolder() }
    expect(await projections(nowhere)).toMatchObject({ code: 2, text: expect.stringContaining('rebuild NAME') })
    expect(await projections(nowhere, 'rebuild')).toMatchObject({ code: 2 })
    expect(await projections(nowhere, 'help')).toMatchObject({ code: 0 })
    expect(await projections(nowhere, 'status')).toMatchObject({
      code: 1,
      text: expect.stringMatching(/There is no Pathlight in .* yet/),
    })
    expect(await projections(environment, 'rebuild', 'sermons_of_nobody')).toMatchObject({
      code: 1,
      text: expect.stringContaining('There are: notes'),
    })
  })
})
