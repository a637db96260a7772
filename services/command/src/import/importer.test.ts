import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { EXPORT_BEGINS, EXPORT_ENDS, EXPORT_ITEMS } from '@pathlight/contracts/export-rules.ts'
import { TAGS_OF_PERSON_MAX } from '@pathlight/contracts/tag-rules.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { expect, it, onTestFinished, vi } from 'vitest'

/**
 * The calls of restInBackground, by which imports pause: the requested milliseconds of each call, and whether a pause
 * is under way.
 */
const rests = vi.hoisted(() => ({ asked: [] as number[], underWay: false }))
vi.mock('@pathlight/stores/pauses.ts', async (original) => {
  const pauses = await original<typeof import('@pathlight/stores/pauses.ts')>()
  const restInBackground: typeof pauses.restInBackground = async (ms) => {
    rests.asked.push(ms)
    rests.underWay = true
    await pauses.restInBackground(ms)
    rests.underWay = false
  }
  return { ...pauses, restInBackground }
})
// Another test file of this process may have loaded the modules below with the real pauses.
vi.resetModules()
const { HttpProblem } = await import('@pathlight/http/problem.ts')
const { commandUnderTest, signUpSomebody } = await import('../command-under-test.contract.ts')
const { importerUnderTest } = await import('./importer-under-test.contract.ts')

const ROWS = 60
/** How many entries the importer imports between two pauses. */
const GROUP = 4
/** The time that each append takes, in milliseconds. */
const TAKES_MS = 5

const under = commandUnderTest()

const written = '2026-01-01T00:00:00.000Z'
const noteOnUnknown = JSON.stringify({
  kind: 'note',
  item: {
    ...{
      id: randomUUID(),
      verse_id: 43_003_016,
      end_verse_id: null,
      version: 'XYZ',
      title: null,
      text: 'Love',
      tags: [],
    },
    ...{ created_at: written, updated_at: written },
  },
})

async function* table(name: string) {
  yield Buffer.from(
    `Verse,Note\n${Array.from({ length: ROWS }, (_, n) => `John 3:${1 + (n % 36)},${name} ${n}`).join('\n')}\n`,
  )
}

it('imports of several people are taken over in groups, after each of which all rest four times as long as it took', async () => {
  // The clock stands still except during appends.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  /** The number of rows in each append of each person. */
  const appends = new Map<string, number[]>()
  let underWay = 0
  let sinceRestMs = 0
  const due: number[] = []
  const appendEach: EventLog['appendEach'] = async (given) => {
    const userId = String(given[0]?.events[0]?.metadata?.userId)
    const all = appends.get(userId) ?? []
    // If this append begins a group, the importer has paused since the last append of the group before.
    if (all.reduce((sum, rows) => sum + rows, 0) % GROUP === 0) {
      if (sinceRestMs > 0) due.push(4 * sinceRestMs)
      sinceRestMs = 0
    }
    appends.set(userId, [...all, given.length])
    underWay += 1
    expect([underWay, rests.underWay]).toEqual([1, false])
    const outcomes = await under.log.appendEach(given)
    vi.advanceTimersByTime(TAKES_MS)
    sinceRestMs += TAKES_MS
    underWay -= 1
    return outcomes
  }
  rests.asked.length = 0
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
  for (const all of appends.values()) {
    // Rows are appended in batches, so there are far fewer appends than rows.
    expect(all.length).toBeLessThanOrEqual((3 * ROWS) / GROUP / 2)
    let before = 0
    for (const rows of all) {
      const group = Math.floor(before / GROUP)
      before += rows
      expect(before, 'no append has rows of two groups').toBeLessThanOrEqual((group + 1) * GROUP)
    }
    expect(before).toBe(ROWS)
  }
  expect(rests.asked).toHaveLength((3 * ROWS) / GROUP)
  expect(rests.asked).toEqual([...due, 4 * sinceRestMs])
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

it.each([
  [
    'note',
    'with a date of today in a zone east of UTC',
    (now: number) => ['Verse,Note,Date', `John 3:1,one,${new Date(now + 6 * 60 * 60_000).toISOString()}`],
  ],
  [
    'note',
    'of a device whose clock is some seconds ahead',
    (now: number) => [
      '{"format":"pathlight-passages","version":1,"app":"andbible"}',
      JSON.stringify({
        ...{ row: 1, id: 'A1', first: 43_003_016, last: 43_003_016, text: 'one', color: null, version: null },
        ...{ created_at: now + 30_000, updated_at: now + 31_000 },
      }),
    ],
  ],
  [
    'settings',
    'which have no time',
    () => [
      EXPORT_BEGINS,
      EXPORT_ITEMS,
      '{"kind":"settings","item":{"defaultVersion":"WEB","highlightColor":null,"defaultLanguage":"ko"}}',
      `${EXPORT_ENDS}{}}`,
    ],
  ],
])('a %s %s, written by a try that lost the answer, is the same to the next try', async (kind, _which, linesAt) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const now = Date.now()
  const appendEach: EventLog['appendEach'] = async (given) => {
    await under.log.appendEach(given)
    return given.map(() => ({ status: 'rejected' as const, reason: new Error('The answer was lost') }))
  }
  const losing = importerUnderTest(under, { onLog: { ...under.log, appendEach } })
  const { id: userId } = await signUpSomebody(under)
  const importId = randomUUID()
  async function* file() {
    yield Buffer.from(`${linesAt(now).join('\n')}\n`)
  }
  const context = { signal: new AbortController().signal, isLast: false }
  await losing.begin({ userId, deviceId: null }, importId, file(), { columns: null, version: null })
  await expect(losing.work({ userId, importId }, context)).rejects.toThrow('The answer was lost')
  vi.setSystemTime(now + 60_000)
  await importerUnderTest(under).work({ userId, importId }, context)
  expect(await losing.find(userId)).toMatchObject({ status: 'done', problems: [], kinds: { [kind]: { new: 1 } } })
  // Mails are in the language of the person's settings, also of imported settings.
  expect(await under.identity.findUser(userId)).toMatchObject({ language: kind === 'settings' ? 'ko' : 'en' })
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

const AWAY = new Error('The store is away')
const FULL = new HttpProblem(429, 'writing_too_fast', 'Too much for a day.')
it.each([
  { what: 'ends with what the first of them met', earlier: FULL, later: AWAY, line: 2 },
  { what: 'is tried again for what the first of them met', earlier: AWAY, later: FULL, line: null },
  { what: 'ends at the second where the first was only stopped', earlier: null, later: FULL, line: 3 },
])('an import of which the second line fails before the first $what', async ({ earlier, later, line }) => {
  const { promise: sent, resolve: tellSent } = Promise.withResolvers<void>()
  const { promise: failed, resolve: tellFailed } = Promise.withResolvers<void>()
  let reads = 0
  const readEnds: EventLog['readEnds'] = async (...given) => {
    reads += 1
    if (reads === 1 && earlier === null) await failed
    if (reads !== 2) return under.log.readEnds(...given)
    if (earlier !== null) await sent
    // By the next turn of the event loop the importer knows of the failure.
    void setImmediate().then(tellFailed)
    throw later
  }
  const appendEach: EventLog['appendEach'] = async (given) => {
    tellSent()
    await failed
    return given.map(() => ({ status: 'rejected' as const, reason: earlier }))
  }
  const importer = importerUnderTest(under, { onLog: { ...under.log, readEnds, appendEach } })
  const { id: userId } = await signUpSomebody(under)
  const importId = randomUUID()
  async function* file() {
    yield Buffer.from('Verse,Note\nJohn 3:1,one\nJohn 3:2,two\n')
  }
  await importer.begin({ userId, deviceId: null }, importId, file(), { columns: null, version: null })
  const work = importer.work({ userId, importId }, { signal: new AbortController().signal, isLast: false })
  if (line === null) return expect(work).rejects.toBe(AWAY)
  await work
  expect(await importer.find(userId)).toMatchObject({ status: 'stopped', problems: [{ line, code: FULL.code }] })
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

it.each([
  ['an export', 'takes', [EXPORT_BEGINS, EXPORT_ITEMS, noteOnUnknown, `${EXPORT_ENDS}{}}`], { new: 1, refused: 0 }],
  ['a table', 'refuses', ['Verse,Note,Version', 'John 3:1,one,XYZ'], { new: 0, refused: 1 }],
] as const)('of %s, an import %s what is on a version that the server does not know', async (...[, , lines, note]) => {
  const importer = importerUnderTest(under, { knowsVersion: (code) => code === 'KJV' })
  const { id: userId } = await signUpSomebody(under)
  const importId = randomUUID()
  async function* file() {
    yield Buffer.from(`${lines.join('\n')}\n`)
  }
  await importer.begin({ userId, deviceId: null }, importId, file(), { columns: null, version: null })
  await importer.work({ userId, importId }, { signal: new AbortController().signal, isLast: false })
  expect(await importer.find(userId)).toMatchObject({
    ...{ status: 'done', kinds: { note } },
    problems: note.refused === 1 ? [{ line: 2, code: 'unknown_version' }] : [],
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
