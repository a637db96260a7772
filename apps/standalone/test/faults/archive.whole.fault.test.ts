import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { BACKUP_DAYS } from '@pathlight/contracts/system-rules.ts'
import { createPool } from '@pathlight/engine-postgres/connection/pool.ts'
import { postgresUrl } from '@pathlight/engine-postgres/connection/process.ts'
import { type App, emptyFolder, preparedFolder, startApp } from '@pathlight/testing/app-process.ts'
import { type ClusterStores, startClusterStores } from '@pathlight/testing/cluster-stores.ts'
import { eventually, positionOf, reflecting, untilAnswered } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { checkArchive } from '@pathlight/worker/archive/check-archive.ts'
import { describe, expect, it } from 'vitest'
import { TESTED } from '../kinds/tested-kinds.contract.ts'
import { ageLog } from './age-log.contract.ts'
import { type Environment, operatorCommand } from './operator-command.contract.ts'

const archive = (environment: Environment, ...args: readonly string[]) =>
  operatorCommand('archive-cli.ts')(environment, ...args)

/** Connections of this test break when a command is killed, which would be logged as errors. */
const quiet = { info: () => undefined, warn: () => undefined }

type Person = { readonly name: string; readonly id: string; cookie: string; written: number }

const newPerson = async (address: string, name: string): Promise<Person> => ({
  name,
  ...(await signUpOver(address, name)),
  written: 0,
})

/** Checks that the session from before the restore has ended, and logs in again. */
const logInAgain = async (address: string, person: Person): Promise<void> => {
  const before = await ask(address, 'GET', '/api/note/user', { headers: { cookie: person.cookie } })
  expect(before.status).toBe(401)
  const body = { email: `${person.name}@example.org`, password: 'Lamp4myfeet!' }
  const answer = await untilAnswered(() => ask(address, 'POST', '/api/auth/login', { body }))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  person.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/**
 * Writes an item of every kind except settings, and changes the note and the sermon. Answers the log position of the
 * last write.
 */
const writeOfEach = async (address: string, person: Person): Promise<bigint> => {
  const nth = person.written++
  const send = async (method: string, path: string, body: object) => {
    const headers = { cookie: person.cookie, 'idempotency-key': crypto.randomUUID() }
    const answer = await untilAnswered(() => ask(address, method, path, { body, headers }))
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer
  }
  const verseId = 19_119_001 + nth
  const range = { startChapter: 119, startVerseId: verseId, endChapter: 119, endVerseId: verseId }
  const sermon = (title: string) => ({ ...range, verseId, title, speaker: person.name, version: 'KJV', content: title })
  const note = await send('POST', '/api/note/', { verse_id: verseId, version: 'KJV', text: `Note ${nth} 하나님` })
  await send('PUT', `/api/note/detail/${(note.body as { id: string }).id}`, {
    title: 'Again',
    text: `Note ${nth}, edited`,
  })
  const preached = await send('POST', '/api/sermon/', sermon(`Sermon ${nth}`))
  const { id } = (preached.body as { newSermon: { id: string } }).newSermon
  await send('PUT', `/api/sermon/${id}`, sermon(`Sermon ${nth}, edited`))
  let last = preached
  const others = Object.entries(TESTED).filter(([kind]) => kind !== 'note' && kind !== 'sermon')
  for (const [, { underFire }] of others) {
    const one = { id: crypto.randomUUID(), verseId: 43_003_016, nth, own: nth }
    if (underFire) last = await send('POST', underFire.add, underFire.body(one))
  }
  return positionOf(last) ?? 0n
}

/** All items and changes of a person, one a line. */
const everythingOf = async (address: string, { cookie }: Person, least: bigint): Promise<string[]> => {
  const read = (more: object) => ask(address, 'GET', '/api/note/user', { headers: { cookie, ...more } })
  if (least > 0n) await reflecting(least, read)
  const answer = await untilAnswered(() =>
    fetch(`${address}/api/export?history=true`, { headers: { cookie } }).then(async (got) => ({
      status: got.status,
      body: await got.text(),
    })),
  )
  expect(answer.status, answer.body).toBe(200)
  return answer.body
    .split('\n')
    .map((line) => line.replace(/,$/, ''))
    .filter((line) => line.startsWith('{"kind"'))
}

/** Resolves when `isThere` answers true. Rejects after a minute. */
const whenSome = (isThere: () => boolean | Promise<boolean>) =>
  eventually(
    async () => {
      if (!(await isThere())) throw new Error('Nothing is there yet')
    },
    60_000,
    5,
  )

/**
 * Kills a command with -9 when `isUnderWay` answers true, and then runs the command to its end. If the command ended
 * before the kill, `undo` removes its result, and the command is run again.
 */
const killedOnce = async (
  environment: Environment,
  { isUnderWay, undo }: { isUnderWay: () => boolean | Promise<boolean>; undo: () => void },
  ...args: string[]
) => {
  for (;;) {
    const { code } = await operatorCommand('archive-cli.ts', whenSome(isUnderWay))(environment, ...args)
    if (code !== 0) return archive(environment, ...args)
    undo()
  }
}

/** The stores to which an archive is restored. `hasEvents`: whether they have some of the events. */
type Place = { readonly environment: Environment; readonly hasEvents: (dataDir: string) => boolean | Promise<boolean> }

const EMBEDDED: Place = {
  environment: {},
  hasEvents: async (dataDir) => {
    const pool = createPool(postgresUrl(join(dataDir, 'postgres')), { log: quiet })
    try {
      return (await pool.query('SELECT FROM event_log.events LIMIT 1')).rows.length > 0
    } finally {
      await pool.end()
    }
  },
}

/** The least length of a log with restored events, in bytes. The log of a new installation is shorter. */
const SOME_EVENTS_BYTES = 20_000
const onCluster = ({ environment, eventStore }: ClusterStores): Place => ({
  environment,
  hasEvents: () => {
    const file = join(eventStore.data, 'events.log')
    return existsSync(file) && statSync(file).size > SOME_EVENTS_BYTES
  },
})

/** Whether the writing of the archive is killed, and whether the reading is killed and tried with a wrong key. */
type Trials = { readonly ofWriting: boolean; readonly ofReading: boolean }

/**
 * Writes under load, writes an archive, restores it into other stores, and compares all items and histories with what
 * the app had acknowledged before the archive. A tried command is killed once. A tried restore is also run with a wrong
 * key and a second time.
 */
const move = async (app: App, from: Environment, people: readonly Person[], place: Place, tries: Trials) => {
  const to = place.environment
  const here = { ...from, DATA_DIR: app.dataDir }
  const leaver = await newPerson(app.address, `leaver${people[0]?.written}`)
  const acknowledged = new Map<Person, string[]>()
  await Promise.all(
    [...people, leaver].map(async (person) => {
      let last = 0n
      for (let nth = 0; nth < 3; nth++) last = await writeOfEach(app.address, person)
      acknowledged.set(person, await everythingOf(app.address, person, last))
    }),
  )
  const [first] = people
  if (!first) throw new Error('There are no people')
  const has = (kind: string) => acknowledged.get(first)?.filter((line) => line.startsWith(`{"kind":"${kind}"`)).length
  for (const [kind, { list }] of Object.entries(TESTED))
    if (list !== null) expect(has(kind), kind).toBeGreaterThanOrEqual(3)

  const file = join(emptyFolder(), 'one.archive.gz')
  let isWriting = true
  const load = Promise.all(
    people.map(async (person) => {
      while (isWriting) await writeOfEach(app.address, person)
    }),
  )
  const isUnderWay = () => existsSync(`${file}.part`) && statSync(`${file}.part`).size > 0
  const written = await (tries.ofWriting
    ? killedOnce(here, { isUnderWay, undo: () => rmSync(file) }, 'write', file)
    : archive(here, 'write', file))
  isWriting = false
  await load
  expect(written, written.text).toMatchObject({ code: 0, text: expect.stringContaining('events') })
  expect(await archive({}, 'verify', file)).toMatchObject({ code: 0, text: expect.stringMatching(/\d accounts/) })
  // One person closed their account after the archive was written. Only the separate list of closed accounts says so.
  const closed = join(emptyFolder(), 'closed.txt')
  writeFileSync(closed, `${leaver.id}\n`)
  await app.kill()

  const dataDir = preparedFolder(to)
  const there = { ...to, DATA_DIR: dataDir, CLOSED_ACCOUNTS: closed }
  if (tries.ofReading) {
    writeFileSync(join(dataDir, 'master.key'), randomBytes(32).toString('base64'))
    const wrong = await archive(there, 'read', file)
    expect(wrong).toMatchObject({ code: 1, text: expect.stringContaining('master key') })
  }
  copyFileSync(join(app.dataDir, 'master.key'), join(dataDir, 'master.key'))
  const read = await (tries.ofReading
    ? killedOnce(there, { isUnderWay: () => place.hasEvents(dataDir), undo: () => undefined }, 'read', file)
    : archive(there, 'read', file))
  expect(read, read.text).toMatchObject({ code: 0, text: expect.stringContaining('Everybody is signed out') })
  expect(read.text).toMatch(/ events are here, and read models of them, in /)
  // With the master key, the check proves which installation wrote the archive.
  expect(await archive(there, 'verify', file)).toMatchObject({
    code: 0,
    text: expect.stringContaining('signed under its master key'),
  })
  if (tries.ofReading)
    expect(await archive(there, 'read', file)).toMatchObject({ code: 0, text: expect.stringContaining('read before') })

  const moved = await startApp({ environment: { ...to, CLOSED_ACCOUNTS: closed }, dataDir })
  await Promise.all(
    people.map(async (person) => {
      // The archive contains the accounts and their keys, but no sessions.
      await logInAgain(moved.address, person)
      const now = new Set(await everythingOf(moved.address, person, 0n))
      expect((acknowledged.get(person) ?? []).filter((line) => !now.has(line))).toEqual([])
    }),
  )
  const gone = await ask(moved.address, 'GET', '/api/note/user', { headers: { cookie: leaver.cookie } })
  expect(gone.status).toBe(401)
  // Revisions continue after the restore: the latest revision can be edited, and an edit of an older one is refused.
  const { id } = JSON.parse(acknowledged.get(first)?.find((line) => line.startsWith('{"kind":"note"')) ?? '{}').item
  const edit = (revision: number) =>
    ask(moved.address, 'PUT', `/api/note/detail/${id}`, {
      body: { title: null, text: 'On.' },
      headers: { cookie: first.cookie, 'if-match': `"${revision}"` },
    })
  expect((await edit(1)).status).toBe(412)
  const shown = await ask(moved.address, 'GET', `/api/note/detail/${id}`, { headers: { cookie: first.cookie } })
  expect((await edit((shown.body as { revision: number }).revision)).status).toBe(200)
  return { app: moved, file, there }
}

const begin = async (environment: Environment) => {
  const app = await startApp({ environment })
  const people = await Promise.all(['ann', 'bob'].map((name) => newPerson(app.address, name)))
  return { app, people }
}

describe('an archive', () => {
  it('moves everything from the embedded database to another, and says what is wrong with a bad file', async () => {
    const { app: first, people } = await begin({})
    const { app, file, there } = await move(first, {}, people, EMBEDDED, { ofWriting: true, ofReading: true })
    const has = await Promise.all(people.map((person) => everythingOf(app.address, person, 0n)))
    await app.stop()
    const bytes = readFileSync(file)
    const folder = emptyFolder()
    const bad = join(folder, 'bad')
    const verdictOn = async (content: Uint8Array) => {
      writeFileSync(bad, content)
      const { code, text } = await archive({ DATA_DIR: join(folder, 'new') }, 'read', bad)
      expect(code).toBe(1)
      return text
    }
    /** Checks a file in this process, which is faster than the command. */
    const looksBad = (content: Uint8Array, words: string) => {
      writeFileSync(bad, content)
      return expect(checkArchive(bad)).rejects.toThrow(words)
    }
    const flippedAt = (at: number) => {
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      return flipped
    }
    for (const share of [0.1, 0.9]) {
      const at = Math.floor(bytes.length * share)
      await looksBad(flippedAt(at), 'is damaged')
      await looksBad(bytes.subarray(0, at), 'was cut off')
    }
    const half = Math.floor(bytes.length / 2)
    expect(await verdictOn(flippedAt(half))).toContain('is damaged')
    expect(await verdictOn(bytes.subarray(0, half))).toContain('was cut off')
    await looksBad(Buffer.from('{"notes": []}'.repeat(10)), 'is no archive of Pathlight')
    await looksBad(Buffer.alloc(0), 'is no archive of Pathlight')
    expect(await archive({}, 'verify', join(folder, 'none'))).toMatchObject({
      code: 1,
      text: expect.stringContaining('There is no'),
    })
    // What is written to /dev/full fails as on a full disk.
    const full = join(folder, 'full.archive.gz')
    symlinkSync('/dev/full', `${full}.part`)
    expect(await archive(there, 'write', full)).toMatchObject({
      code: 1,
      text: expect.stringContaining('The disk is full'),
    })
    expect(readdirSync(folder).filter((name) => name.startsWith('full'))).toEqual([])
    // The partial file of a killed command is not continued.
    const left = join(folder, 'left.archive.gz')
    copyFileSync(file, `${left}.part`)
    truncateSync(`${left}.part`, Math.floor(bytes.length * 0.6))
    expect(await archive(there, 'write', left)).toMatchObject({ code: 0 })
    expect((await checkArchive(left)).counts.get('users')).toBe(3)
    expect(await archive(there, 'read', left)).toMatchObject({
      code: 1,
      text: expect.stringContaining('is not empty'),
    })
    // The archive contains the master key only if the operator wants it.
    const [key, house] = [readFileSync(join(app.dataDir, 'master.key'), 'utf8').trim(), preparedFolder({})]
    rmSync(join(house, 'master.key'))
    expect(await archive({ DATA_DIR: house }, 'read', left)).toMatchObject({
      code: 1,
      text: expect.stringContaining('The master key is not in this archive'),
    })
    expect(gunzipSync(readFileSync(left)).includes(key)).toBe(false)
    const whole = join(folder, 'whole.archive.gz')
    expect(await archive(there, 'write', whole, '--with-master-key')).toMatchObject({ code: 0 })
    expect((await archive({}, 'verify', whole)).text).toContain('The master key is in it')
    expect(await archive({ DATA_DIR: house }, 'read', whole)).toMatchObject({
      code: 0,
      // An archive with its own key could be altered by anybody who has the file, so its signature proves nothing.
      text: expect.stringContaining('whoever had this file could alter it'),
    })
    const settled = await startApp({ dataDir: house })
    for (const [nth, person] of people.entries()) {
      await logInAgain(settled.address, person)
      expect(await everythingOf(settled.address, person, 0n)).toEqual(has[nth])
    }
    // The test starts the program about thirty times, which takes minutes beside other tests.
  }, 1_200_000)

  it('is written by itself as often as the operator plans it, and the oldest are taken away', async () => {
    const app = await startApp()
    const here = { DATA_DIR: app.dataDir }
    await signUpOver(app.address, 'planner')
    const folder = join(app.dataDir, 'archives')
    const inFolder = () => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.gz')) : [])
    const written: string[] = []
    for (const every of ['24h', '2d', '3d']) {
      const planned = await archive(here, 'write', '--every', every, '--keep', '2')
      expect(planned).toMatchObject({ code: 0, text: expect.stringContaining('keeps the newest 2') })
      const fresh = await eventually(() => {
        const [name] = inFolder().filter((one) => one.startsWith('pathlight-') && !written.includes(one))
        if (name === undefined) throw new Error(`No new archive is in ${folder}`)
        return name
      })
      written.push(fresh)
      expect((await checkArchive(join(folder, fresh))).counts.get('users')).toBe(1)
      // An archive's name has a time in seconds. Wait for the next second, so that the next archive gets another name.
      const second = () => new Date().toISOString().slice(0, 19).replaceAll(':', '')
      await eventually(() => expect(fresh).not.toContain(second()))
      if (written.length === 1) writeFileSync(join(folder, 'of-the-operator.archive.gz'), 'kept')
    }
    await eventually(() => expect(inFolder().toSorted()).toEqual(['of-the-operator.archive.gz', ...written.slice(1)]))
    expect(await archive(here, 'write', '--every', 'off')).toMatchObject({
      code: 0,
      text: expect.stringContaining('any more'),
    })
    expect(await archive(here, 'write', '--every', 'off')).toMatchObject({
      code: 0,
      text: expect.stringContaining('was planned'),
    })
    for (const wrong of [['--every', 'often'], ['--every', '24h', '--keep', '0'], ['--every'], ['--keep', '7']])
      expect(await archive(here, 'write', ...wrong)).toMatchObject({
        code: 2,
        text: expect.stringContaining('--every 24h'),
      })
    // There is a recent archive, so the start gives no warning, although the log is old.
    await ageLog(app, BACKUP_DAYS)
    await app.stop()
    await app.start()
    expect(app.launch.output()).not.toContain('No archive was written')
  })

  it('moves everything from the embedded database to the cluster, to another cluster, and back, each time under load', async ({
    skip,
  }) => {
    const [one, other] = await Promise.all([startClusterStores(), startClusterStores()])
    if (one === null || other === null) return skip('set TEST_SERVERS_DIR, and install redis-server')
    let { app, people } = await begin({})
    let from: Environment = {}
    for (const [to, tries] of [
      [onCluster(one), { ofWriting: false, ofReading: true }],
      [onCluster(other), { ofWriting: true, ofReading: false }],
      [EMBEDDED, { ofWriting: false, ofReading: false }],
    ] as const) {
      const moved = await move(app, from, people, to, tries)
      app = moved.app
      from = to.environment
    }
    await app.stop()
  }, 1_200_000)
})
