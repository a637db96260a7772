import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder, preparedFolder, startApp } from '@pathlight/testing/app-process.ts'
import { type ClusterStores, startClusterStores } from '@pathlight/testing/cluster-stores.ts'
import { untilAnswered } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { describe, expect, it } from 'vitest'

const CLI = join(import.meta.dirname, '../../src/archive-cli.ts')
type Environment = Readonly<Record<string, string>>

/** Runs the command as `npm run archive -- ...` does. */
const archive = (environment: Environment, ...args: string[]) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment }
    const program = ['--disable-warning=ExperimentalWarning', CLI, ...args]
    execFile(process.execPath, program, { env, timeout: 120_000 }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), text: out + err }),
    )
  })

type Person = { readonly id: string; readonly cookie: string; readonly notes: { id: string; text: string }[] }

/** Writes under load, archives, begins anew on other stores, and compares with what was acknowledged before the archive began. */
const drill = async (from: Environment, to: Environment) => {
  const app = await startApp({ environment: from })
  const here = { ...from, DATA_DIR: app.dataDir }
  const people: Person[] = await Promise.all(
    ['ann', 'bob', 'eve'].map(async (name) => ({ ...(await signUpOver(app.address, name)), notes: [] })),
  )
  const [ann, bob, eve] = people as [Person, Person, Person]
  const send = (cookie: string, method: string, path: string, body?: object) =>
    untilAnswered(() => ask(app.address, method, path, { ...(body && { body }), headers: { cookie } }))
  const add = async ({ cookie, notes }: Person) => {
    const text = `Note ${notes.length} 하나님`
    const made = await send(cookie, 'POST', '/api/note/', { verse_id: 43_003_016, version: 'KJV', text })
    expect(made.status).toBe(201)
    const { id } = made.body as { id: string }
    const edited = { title: null, text: `${text}, edited` }
    expect((await send(cookie, 'PUT', `/api/note/detail/${id}`, edited)).status).toBe(200)
    notes.push({ id, text: edited.text })
  }
  for (let nth = 0; nth < 8; nth++) await Promise.all(people.map(add))
  const acknowledged = people.map(({ notes }) => [...notes])
  const file = join(emptyFolder(), 'one.archive.gz')
  let isWriting = true
  const load = Promise.all(
    people.map(async (person) => {
      while (isWriting) await add(person)
    }),
  )
  const written = await archive(here, 'write', file)
  isWriting = false
  await load
  expect(written).toMatchObject({ code: 0, text: expect.stringContaining('events') })
  expect(await archive({}, 'verify', file)).toMatchObject({ code: 0, text: expect.stringContaining('3 accounts') })
  const other = emptyFolder()
  const closed = join(other, 'closed.txt')
  // Eve closed her account after the archive was written.
  writeFileSync(closed, `${eve.id}\n`)
  await app.kill()

  const dataDir = preparedFolder(to)
  const there = { ...to, DATA_DIR: dataDir, CLOSED_ACCOUNTS: closed }
  // The key of another installation.
  writeFileSync(join(dataDir, 'master.key'), randomBytes(32).toString('base64'))
  const wrong = await archive(there, 'read', file)
  expect(wrong).toMatchObject({ code: 1, text: expect.stringContaining('master key') })
  copyFileSync(join(app.dataDir, 'master.key'), join(dataDir, 'master.key'))
  const read = await archive(there, 'read', file)
  expect(read, read.text).toMatchObject({ code: 0, text: expect.stringContaining('1 accounts were closed') })
  expect(await archive(there, 'read', file)).toMatchObject({ code: 0, text: expect.stringContaining('read before') })

  const moved = await startApp({ environment: { ...to, CLOSED_ACCOUNTS: closed }, dataDir })
  const get = (cookie: string, path: string) =>
    untilAnswered(() => ask(moved.address, 'GET', path, { headers: { cookie } }))
  for (const [nth, { cookie }] of [ann, bob].entries()) {
    // Sessions, accounts and keys came along.
    const shown = (await get(cookie, '/api/overlay?book=John&chapter=3')).body as {
      notes: { id: string; text: string }[]
    }
    const texts = new Map(shown.notes.map(({ id, text }) => [id, text]))
    for (const { id, text } of acknowledged[nth] ?? []) {
      expect(texts.get(id)).toBe(text)
      const history = (await get(cookie, `/api/history/note/${id}`)).body as { revisions: { action: string }[] }
      expect(history.revisions.map(({ action }) => action).toSorted()).toEqual(['added', 'edited'])
    }
  }
  expect((await get(eve.cookie, '/api/overlay?book=John&chapter=3')).status).toBe(401)
  const [note] = acknowledged[0] ?? []
  const stale = await ask(moved.address, 'PUT', `/api/note/detail/${note?.id}`, {
    body: { title: null, text: 'x' },
    headers: { cookie: ann.cookie, 'if-match': '"1"' },
  })
  expect(stale.status).toBe(412)
  const edit = await ask(moved.address, 'PUT', `/api/note/detail/${note?.id}`, {
    body: { title: null, text: 'On.' },
    headers: { cookie: ann.cookie, 'if-match': '"2"' },
  })
  expect(edit.status).toBe(200)
  await moved.stop()
  return { file, there }
}

describe('an archive', () => {
  it('moves everything from the embedded database to another, and says what is wrong with a bad file', async () => {
    const { file, there } = await drill({}, {})
    const bytes = readFileSync(file)
    const folder = emptyFolder()
    const verdictOn = async (name: string, content: Uint8Array) => {
      const bad = join(folder, name)
      writeFileSync(bad, content)
      const { code, text } = await archive({ DATA_DIR: join(folder, 'new') }, 'read', bad)
      expect(code).toBe(1)
      return text
    }
    for (const share of [0.1, 0.5, 0.9]) {
      const at = Math.floor(bytes.length * share)
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      expect(await verdictOn('flipped', flipped)).toContain('is damaged')
      expect(await verdictOn('cut', bytes.subarray(0, at))).toContain('was cut off')
    }
    expect(await verdictOn('text', Buffer.from('{"notes": []}'.repeat(10)))).toContain('is no archive of Pathlight')
    expect(await verdictOn('empty', Buffer.alloc(0))).toContain('is no archive of Pathlight')
    expect(await archive({}, 'verify', join(folder, 'none'))).toMatchObject({
      code: 1,
      text: expect.stringContaining('There is no'),
    })
    // A full disk.
    expect(await archive(there, 'write', '/dev/full/x')).toMatchObject({ code: 1 })
    // What a killed command left is gone on with.
    const left = join(folder, 'left.archive.gz')
    copyFileSync(file, `${left}.part`)
    truncateSync(`${left}.part`, Math.floor(bytes.length * 0.6))
    expect(await archive(there, 'write', left)).toMatchObject({ code: 0 })
    expect(await archive({}, 'verify', left)).toMatchObject({ code: 0 })
    expect(await archive(there, 'read', left)).toMatchObject({
      code: 1,
      text: expect.stringContaining('is not empty'),
    })
  })

  const onCluster = async (): Promise<ClusterStores | null> => startClusterStores()
  it('moves everything from the embedded database to the cluster', async ({ skip }) => {
    const stores = await onCluster()
    if (stores === null) return skip('set TEST_SERVERS_DIR, and install redis-server')
    await drill({}, stores.environment)
  })
  it('moves everything from the cluster to the embedded database', async ({ skip }) => {
    const stores = await onCluster()
    if (stores === null) return skip('set TEST_SERVERS_DIR, and install redis-server')
    await drill(stores.environment, {})
  })
})
