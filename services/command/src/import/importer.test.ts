import { randomUUID } from 'node:crypto'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { TAGS_OF_PERSON_MAX } from '@pathlight/contracts/tag-rules.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { expect, it } from 'vitest'
import { commandUnderTest, signUpSomebody } from '../command-under-test.contract.ts'
import { importerUnderTest } from './importer-under-test.contract.ts'

const ROWS = 60
/** The number of rows in a group. */
const GROUP = 4
/** The least time that each append takes, in milliseconds. */
const TAKES_MS = 30

const under = commandUnderTest()

async function* table(name: string) {
  yield Buffer.from(
    `Verse,Note\n${Array.from({ length: ROWS }, (_, n) => `John 3:${1 + (n % 36)},${name} ${n}`).join('\n')}\n`,
  )
}

it('imports of several people are taken over in groups, after each of which all rest four times as long as it took', async () => {
  /** The appends of each person, in the order in which they began. */
  const appends = new Map<string, { readonly rows: number; readonly from: number; to: number }[]>()
  let underWay = 0
  const appendEach: EventLog['appendEach'] = async (given) => {
    const userId = String(given[0]?.events[0]?.metadata?.userId)
    const one = { rows: given.length, from: performance.now(), to: Number.POSITIVE_INFINITY }
    appends.set(userId, [...(appends.get(userId) ?? []), one])
    underWay += 1
    expect(underWay).toBe(1)
    await sleep(TAKES_MS)
    const outcomes = await under.log.appendEach(given)
    underWay -= 1
    one.to = performance.now()
    return outcomes
  }
  const importer = importerUnderTest(under, { onLog: { ...under.log, appendEach } })
  const people = await Promise.all([signUpSomebody(under), signUpSomebody(under), signUpSomebody(under)])
  const context = { signal: new AbortController().signal, isLast: false }
  await Promise.all(
    people.map(async ({ id: userId }, n) => {
      const importId = randomUUID()
      await importer.begin({ userId, deviceId: null }, importId, table(`person ${n}`), { columns: null, version: null })
      await importer.work({ userId, importId }, context)
      expect(await importer.find(userId)).toMatchObject({ status: 'done', done: ROWS, kinds: { note: { new: ROWS } } })
    }),
  )
  const groups = [...appends.values()].flatMap((all) => {
    expect(all.reduce((sum, { rows }) => sum + rows, 0)).toBe(ROWS)
    // Rows are appended in batches, so there are far fewer appends than rows.
    expect(all.length).toBeLessThanOrEqual((3 * ROWS) / GROUP / 2)
    let before = 0
    return Object.values(
      Object.groupBy(all, ({ rows }) => {
        const group = Math.floor(before / GROUP)
        before += rows
        expect(before, 'no append has rows of two groups').toBeLessThanOrEqual((group + 1) * GROUP)
        return group
      }),
    ).map((group = []) => ({ from: group[0]?.from ?? 0, to: group.at(-1)?.to ?? 0 }))
  })
  groups.sort((one, other) => one.from - other.from)
  for (const [n, { from }] of groups.entries()) {
    const before = groups[n - 1]
    if (before) expect(from - before.to).toBeGreaterThanOrEqual(Math.min(250, 4 * (before.to - before.from)) - 1)
  }
})

it('an import that the app stops writes no further group and reads no further, and the next try brings the rest', async () => {
  const stop = new AbortController()
  let [rows, pieces] = [0, 0]
  const appendEach: EventLog['appendEach'] = async (given) => {
    rows += given.length
    stop.abort()
    return under.log.appendEach(given)
  }
  const importPiece: typeof under.identity.importPiece = (...given) => {
    pieces += 1
    return under.identity.importPiece(...given)
  }
  const importer = importerUnderTest(under, {
    onLog: { ...under.log, appendEach },
    store: { ...under.identity, importPiece },
  })
  const { id: userId } = await signUpSomebody(under)
  const importId = randomUUID()
  await importer.begin({ userId, deviceId: null }, importId, table('stopped'), { columns: null, version: null })
  const stopped = importer.work({ userId, importId }, { signal: stop.signal, isLast: false })
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  expect(rows).toBe(GROUP)
  const asked = pieces
  await expect(importer.work({ userId, importId }, { signal: stop.signal, isLast: false })).rejects.toThrow()
  expect(pieces).toBe(asked + 1)
  await importer.work({ userId, importId }, { signal: new AbortController().signal, isLast: false })
  expect(await importer.find(userId)).toMatchObject({ status: 'done', done: ROWS, kinds: { note: { new: ROWS } } })
})

it('a line that could not be written when the app stopped is written by the next try, also where the line behind it was refused', async () => {
  const stop = new AbortController()
  const appendEach: EventLog['appendEach'] = async (given) => {
    stop.abort()
    return given.map(() => ({ status: 'rejected' as const, reason: new Error('The store is away') }))
  }
  const failing = importerUnderTest(under, { onLog: { ...under.log, appendEach } })
  const { id: userId } = await signUpSomebody(under)
  const importId = randomUUID()
  async function* file() {
    yield Buffer.from('Verse,Note\nJohn 3:1,one\nNowhere 1:1,two\nJohn 3:3,three\n')
  }
  await failing.begin({ userId, deviceId: null }, importId, file(), { columns: null, version: null })
  const failed = failing.work({ userId, importId }, { signal: stop.signal, isLast: false })
  await expect(failed).rejects.toThrow('The store is away')
  const importer = importerUnderTest(under)
  await importer.work({ userId, importId }, { signal: new AbortController().signal, isLast: false })
  expect(await importer.find(userId)).toMatchObject({
    ...{ status: 'done', done: 3, kinds: { note: { new: 2, refused: 1 } } },
    problems: [{ line: 3 }],
  })
})

it('an import that ends at a line counts what it has written behind that line', async () => {
  const appendEach: EventLog['appendEach'] = async ([first, ...others]) => {
    const reason = new HttpProblem(429, 'writing_too_fast', 'Too much for a day.')
    const written = others.length === 0 ? [] : await under.log.appendEach(others)
    return first === undefined ? [] : [{ status: 'rejected' as const, reason }, ...written]
  }
  const importer = importerUnderTest(under, { onLog: { ...under.log, appendEach } })
  const { id: userId } = await signUpSomebody(under)
  const importId = randomUUID()
  async function* file() {
    yield Buffer.from('Verse,Note\nJohn 3:1,one\nJohn 3:2,two\nJohn 3:3,three\n')
  }
  await importer.begin({ userId, deviceId: null }, importId, file(), { columns: null, version: null })
  await importer.work({ userId, importId }, { signal: new AbortController().signal, isLast: false })
  expect(await importer.find(userId)).toMatchObject({
    ...{ status: 'stopped', kinds: { note: { new: 2 } } },
    problems: [{ line: 2, code: 'writing_too_fast' }],
  })
})

it('an import takes what has tags that the person has, and refuses a new tag where they have as many as they can', async () => {
  const tags = new Set(Array.from({ length: TAGS_OF_PERSON_MAX }, (_, n) => `tag ${n}`))
  const importer = importerUnderTest(under, { tags })
  const { id: userId } = await signUpSomebody(under)
  const importId = randomUUID()
  async function* file() {
    yield Buffer.from('Verse,Note,Tags\nJohn 3:1,one,tag 7\nJohn 3:2,two,another\nJohn 3:3,three,\n')
  }
  await importer.begin({ userId, deviceId: null }, importId, file(), { columns: null, version: null })
  await importer.work({ userId, importId }, { signal: new AbortController().signal, isLast: false })
  expect(await importer.find(userId)).toMatchObject({
    ...{ status: 'done', done: 3, kinds: { note: { new: 2, refused: 1 } } },
    problems: [{ line: 3, code: 'too_many_tags_of_person', params: { max: TAGS_OF_PERSON_MAX } }],
  })
})

it('a preview during which the log goes away is refused while its file still comes, and leaves no rejection unhandled', async () => {
  const stray: unknown[] = []
  const note = (reason: unknown) => void stray.push(reason)
  process.on('unhandledRejection', note)
  const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>()
  const readEnds = async () => {
    tellAsked()
    throw new Error('The log is away')
  }
  async function* file() {
    yield* table('the first part '.repeat(20))
    await asked
    // Node reports unhandled rejections at the end of a turn of the event loop.
    await setImmediate()
    await setImmediate()
  }
  const importer = importerUnderTest(under, { onLog: { ...under.log, readEnds } })
  const outcome = await importer.preview('somebody', file(), { columns: null, version: null }).catch((error) => error)
  process.off('unhandledRejection', note)
  expect(outcome).toMatchObject({ message: 'The log is away' })
  expect(stray).toEqual([])
})
