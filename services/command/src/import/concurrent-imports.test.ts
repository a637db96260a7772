import { createSecretKey, randomUUID } from 'node:crypto'
import { sealBytes } from '@pathlight/event-log/seal.ts'
import type { ImportStore } from '@pathlight/identity/identity.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { commandUnderTest, signUpSomebody } from '../command-under-test.contract.ts'
import type { Importer } from './importer.ts'
import { importerUnderTest } from './importer-under-test.contract.ts'

const ROWS = 3_000
const CHOICES = { columns: null, version: null }
const RUNNING = { status: 409, code: 'import_running' }

const under = commandUnderTest()
let importer: Importer
beforeAll(() => {
  importer = importerUnderTest(under, { store: noting() })
})

const rows = (name: string, many: number) =>
  Array.from({ length: many }, (_, n) => `John 3:${1 + (n % 36)},${name} ${n}\n`).join('')
/** A table that is sent in two parts. The second part is sent when the test calls `letGo`. */
const inTwoParts = (name: string, many: number) => {
  const { promise: second, resolve: letGo, reject: breakOff } = Promise.withResolvers<void>()
  const { promise: halfIsHere, resolve: tellHalf } = Promise.withResolvers<void>()
  async function* file() {
    yield Buffer.from(`Verse,Note\n${rows(name, many / 2)}`)
    tellHalf()
    await second
    yield Buffer.from(rows(name, many / 2))
  }
  return { file: file(), halfIsHere, letGo, breakOff }
}
const work = async (userId: string, importId: string) => {
  await importer.work({ userId, importId }, { signal: new AbortController().signal, isLast: true })
  return importer.find(userId)
}
/** The claims under which files were uploaded. Each claim names the pieces of one file. */
const claims = new Set<string>()
const noting = (): ImportStore => ({
  ...under.identity,
  addImportPiece: (userId, claim, ...given) => {
    claims.add(claim)
    return under.identity.addImportPiece(userId, claim, ...given)
  },
})
/** Counts the stored pieces of all files. */
const kept = async () => {
  let pieces = 0
  for (const claim of claims) for (let n = 0; await under.identity.importPiece(claim, n); n++) pieces += 1
  return pieces
}
beforeEach(() => claims.clear())

it('of four imports that one person begins at once one is taken, whole, and the others are told at once', async () => {
  const { id: userId } = await signUpSomebody(under)
  const files = ['a', 'b', 'c', 'd'].map((name) => ({ id: randomUUID(), ...inTwoParts(name, 12) }))
  const begun = files.map(({ id, file }) => importer.begin({ userId, deviceId: null }, id, file, CHOICES))
  // The test waits for three refusals before it lets any upload end.
  const outcomes = begun.map((one, n) =>
    one.then(
      () => files[n],
      (error: unknown) => error,
    ),
  )
  const refused: unknown[] = []
  await new Promise<void>((resolve) => {
    for (const one of outcomes)
      void one.then((outcome) => {
        if (outcome instanceof Error && refused.push(outcome) === 3) resolve()
      })
  })
  for (const one of refused) expect(one).toMatchObject(RUNNING)
  for (const { letGo } of files) letGo()
  const taken = (await Promise.all(outcomes)).flatMap((outcome) =>
    outcome instanceof Error ? [] : [outcome as (typeof files)[0]],
  )
  expect(taken).toHaveLength(1)
  expect(await work(userId, taken[0]?.id ?? '')).toMatchObject({
    status: 'done',
    done: 12,
    kinds: { note: { new: 12 } },
  })
  expect(await kept()).toBe(0)
})

it('while a file comes or is taken over another is refused; a repeat of what was taken is no other', async () => {
  const { id: userId } = await signUpSomebody(under)
  const [first, repeat, other] = [inTwoParts('a', 12), inTwoParts('a', 12), inTwoParts('b', 12)]
  const [id, otherId] = [randomUUID(), randomUUID()]
  const begin = (importId: string, { file }: typeof first) =>
    importer.begin({ userId, deviceId: null }, importId, file, CHOICES)
  const coming = begin(id, first)
  await first.halfIsHere
  await expect(begin(otherId, other)).rejects.toMatchObject(RUNNING)
  await expect(begin(id, repeat)).rejects.toMatchObject(RUNNING)
  first.letGo()
  await coming
  const before = await kept()
  expect(before).toBeGreaterThan(0)
  await expect(begin(otherId, inTwoParts('b', 12))).rejects.toMatchObject(RUNNING)
  await begin(id, inTwoParts('a', 12))
  expect(await kept()).toBe(before)
  expect(await work(userId, id)).toMatchObject({ job: id, status: 'done', done: 12 })
})

it('a file that breaks off, or cannot be read to its end, is kept no more, and the next one may come', async () => {
  const { id: userId } = await signUpSomebody(under)
  const broken = inTwoParts('a', ROWS)
  const coming = importer.begin({ userId, deviceId: null }, randomUUID(), broken.file, CHOICES)
  await broken.halfIsHere
  broken.breakOff(new Error('The connection was closed'))
  await expect(coming).rejects.toThrow('The connection was closed')
  expect(await kept()).toBe(0)
  async function* latin() {
    yield Buffer.from(`Verse,Note\n${rows('a', ROWS)}`)
    yield Buffer.from('John 3:16,caf\u00e9', 'latin1')
  }
  const refused = importer.begin({ userId, deviceId: null }, randomUUID(), latin(), CHOICES)
  await expect(refused).rejects.toMatchObject({ code: 'import_not_utf8' })
  expect(await kept()).toBe(0)
  const id = randomUUID()
  const next = inTwoParts('c', 12)
  next.letGo()
  await importer.begin({ userId, deviceId: null }, id, next.file, CHOICES)
  expect(await work(userId, id)).toMatchObject({ status: 'done', done: 12 })
})

it('what comes counts before it is kept: beyond what a day may bring nothing is read, and all of it goes', async () => {
  const { id: userId } = await signUpSomebody(under)
  const bounded = importerUnderTest(under, { store: noting(), megabytesADay: 1 })
  let [sent, most] = [0, 0]
  async function* junk() {
    yield Buffer.from('Verse,Note\n')
    for (let n = 0; n < 400; n++) {
      most = Math.max(most, await kept())
      const chunk = Buffer.from(rows('junk '.repeat(2_000), 10))
      sent += chunk.length
      yield chunk
    }
  }
  const begin = () => bounded.begin({ userId, deviceId: null }, randomUUID(), junk(), CHOICES)
  await expect(begin()).rejects.toMatchObject({ status: 429, code: 'writing_too_fast' })
  expect(most).toBeGreaterThan(0)
  expect(sent).toBeLessThan(1_300_000)
  expect(await kept()).toBe(0)
  // Deleted bytes still count for the day.
  sent = 0
  await expect(begin()).rejects.toMatchObject({ status: 429 })
  expect(sent).toBeLessThan(300_000)
  expect(await kept()).toBe(0)
})

it('a database that an older program kept is not opened: its import ends and says what to do', async () => {
  const { id: userId } = await signUpSomebody(under)
  const [id, claim] = [randomUUID(), randomUUID()]
  claims.add(claim)
  const key = createSecretKey(new Uint8Array(32).fill(1))
  const database = Buffer.from(`SQLite format 3\0${'x'.repeat(2_000)}`)
  const sealed = sealBytes(database, key, Buffer.from(JSON.stringify(['import', claim, 0])))
  await under.identity.claimImport(userId, claim, 60_000)
  await under.identity.addImportPiece(userId, claim, 0, sealed, 60_000)
  const now = new Date().toISOString()
  const state = {
    ...{ status: 'running', entries: 3, done: 0, choices: CHOICES, deviceId: null, begunAt: now, movedAt: now },
    ...{ pieces: claim, kinds: {}, problems: [], more_problems: 0 },
  }
  await under.identity.beginImport(userId, { id, state }, claim)
  expect(await work(userId, id)).toMatchObject({ status: 'stopped', problems: [{ code: 'import_on_your_device' }] })
  expect(await kept()).toBe(0)
})
