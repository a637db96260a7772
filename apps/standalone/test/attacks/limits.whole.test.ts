import { randomUUID } from 'node:crypto'
import { STREAMS_OF_A_PERSON_MAX } from '@pathlight/contracts/sync.ts'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { freshDatabase, type TestDatabase } from '@pathlight/testing/postgres.ts'
import { listenTo } from '@pathlight/testing/server-sent-events.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type Answer,
  type AppUnderTest,
  openBrowser,
  signUpSomebody,
  startInProcess,
} from '../app-under-test.contract.ts'
import type { TestedKind } from '../kinds/tested-kind.contract.ts'
import { TESTED } from '../kinds/tested-kinds.contract.ts'

const MASTER_KEY = 'a'.repeat(64)
const EPOCH_KEYS = emptyFolder()

describe('limits', () => {
  let database: TestDatabase
  let running: AppUnderTest | null = null
  const start = async (limits: Record<string, string>) => {
    const started = await startInProcess({ DATABASE_URL: database.url, MASTER_KEY, EPOCH_KEYS, ...limits })
    running = started
    return started.app
  }
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterEach(async () => {
    await running?.stop()
    running = null
  })
  afterAll(() => database.drop())

  type Person = Awaited<ReturnType<typeof signUpSomebody>>
  const write = (person: Person, text = 'x', id: string = randomUUID()) =>
    person.ask('POST', '/api/note/', { body: { id, verse_id: 43_003_016, text, version: 'KJV' } })
  const edit = (person: Person, id: string, text: string) =>
    person.ask('PUT', `/api/note/detail/${id}`, { body: { text } })
  const remove = (person: Person, id: string) => person.ask('DELETE', `/api/note/detail/${id}`)
  const addEach = async (kinds: readonly TestedKind[], person: Person, nth: number) => {
    const answers: Answer[] = []
    for (const { add, life } of kinds) answers.push(await add(person, life.begin, nth))
    return answers
  }

  it('tell a person who writes too fast when to come back, and keep no other person from writing', async () => {
    const app = await start({ WRITES_A_MINUTE: '3' })
    const [ann, bob] = [await signUpSomebody(app), await signUpSomebody(app)]
    for (let n = 0; n < 3; n++) expect((await write(ann)).status).toBe(201)
    const refused = await write(ann)
    expect(refused).toMatchObject({ status: 429, problem: { code: 'writing_too_fast' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ann.ask('GET', '/api/note/user')).status).toBe(200)
    expect((await write(bob)).status).toBe(201)
  })

  it('let a person open so many streams a minute at most, also where each is left at once', async () => {
    const app = await start({})
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as { port: number }
    const [ann, bob] = [await signUpSomebody(app), await signUpSomebody(app)]
    const listen = ({ browser }: Person) =>
      listenTo(`http://127.0.0.1:${port}/api/sync`, { cookie: browser.cookie ?? '' })
    // The clock stands still, because a slow machine might need more than a minute to open the streams.
    const stopped = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    let opened = 0
    for (let nth = 0; nth < 700; nth++) {
      const stream = await listen(ann)
      if (stream.status === 200) opened += 1
      await stream.leave()
    }
    stopped.mockRestore()
    expect(opened).toBeGreaterThan(500)
    expect(opened).toBeLessThanOrEqual(600)
    const other = await listen(bob)
    expect(other.status).toBe(200)
    await other.leave()
  })

  it('let many streams of one address be open, which keep no place', async () => {
    const app = await start({})
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as { port: number }
    const people = [await signUpSomebody(app), await signUpSomebody(app)]
    const open: Awaited<ReturnType<typeof listenTo>>[] = []
    for (const { browser } of people)
      for (let nth = 0; nth < STREAMS_OF_A_PERSON_MAX; nth++)
        open.push(await listenTo(`http://127.0.0.1:${port}/api/sync`, { cookie: browser.cookie ?? '' }))
    expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]))
    // Each person sends more requests than the server handles at once. If each open stream counted as a request under
    // way, no request would be answered.
    const [ann, bob] = people
    for (const person of [ann, bob]) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => person?.ask('GET', '/api/note/user')))
      expect(answers.map((answer) => answer?.status)).toEqual(answers.map(() => 200))
    }
    await Promise.all(open.map((stream) => stream.leave()))
  })

  it('hold for items that are there, as the read models have them, and let a person who removes one write another', async () => {
    const app = await start({ MOST_ITEMS: '3' })
    const ann = await signUpSomebody(app)
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    for (const id of ids) expect((await write(ann, 'x', id)).status).toBe(201)
    expect(await write(ann)).toMatchObject({ status: 413, problem: { code: 'too_many_items', params: { max: 3 } } })
    expect((await edit(ann, ids[0] ?? '', 'y')).status).toBe(200)
    expect((await remove(ann, ids[0] ?? '')).status).toBe(200)
    expect((await write(ann)).status).toBe(201)
    expect((await write(ann)).status).toBe(413)
    expect((await remove(ann, ids[1] ?? '')).status).toBe(200)
    await running?.stop()
    const again = await start({ MOST_ITEMS: '3' })
    const browser = openBrowser(again)
    browser.cookie = ann.browser.cookie
    const same = { ...ann, ask: browser.ask }
    await eventually(async () => {
      expect((await same.ask('GET', '/api/resource-counts')).body.notes_count).toBe(2)
    })
    expect((await write(same)).status).toBe(201)
    expect((await write(same)).status).toBe(413)
  })

  it('hold for everything together that somebody has, each highlight of a verse as well, but not for settings', async () => {
    const { settings, ...others } = TESTED
    const kinds = Object.values<TestedKind>(others)
    const max = kinds.length + 1
    const app = await start({ MOST_ITEMS: String(max) })
    const ann = await signUpSomebody(app)
    const highlight = (nth: number) => TESTED.highlight.add(ann, null, nth)
    const lit = await highlight(10)
    for (const { status } of [lit, ...(await addEach(kinds, ann, 0))]) expect(status).toBe(201)
    const full = { status: 413, problem: { code: 'too_many_items', params: { max } } }
    for (const refused of [await highlight(20), ...(await addEach(kinds, ann, 1))]) expect(refused).toMatchObject(full)
    expect((await settings.add(ann, { defaultLanguage: 'ko' }, 0)).status).toBe(200)
    expect((await ann.ask('DELETE', `/api/highlight/${lit.body.id}`)).status).toBe(200)
    expect((await highlight(20)).status).toBe(201)
    expect(await highlight(30)).toMatchObject(full)
  })

  it('hold for changes of one item, which can still be removed', async () => {
    const app = await start({ MOST_REVISIONS: '3' })
    const ann = await signUpSomebody(app)
    const id = randomUUID()
    await write(ann, '0', id)
    for (const text of ['1', '2']) expect((await edit(ann, id, text)).status).toBe(200)
    expect(await edit(ann, id, '3')).toMatchObject({ status: 413, problem: { code: 'history_full' } })
    expect((await remove(ann, id)).status).toBe(200)
  })

  it('hold for the megabytes of a day, and of a life, across restarts', async () => {
    const text = 'x'.repeat(49_000)
    const aDay = await signUpSomebody(await start({ WRITTEN_MB_A_DAY: '1' }))
    for (let n = 0; n < 20; n++) expect((await write(aDay, text)).status).toBe(201)
    expect(await write(aDay, text)).toMatchObject({ status: 429, problem: { code: 'writing_too_fast' } })
    await running?.stop()

    const inAll = { WRITTEN_MB: '2' }
    const ann = await signUpSomebody(await start(inAll))
    for (let n = 0; n < 15; n++) expect((await write(ann, text)).status).toBe(201)
    // A process takes a part of the quota in advance (a lease). When the process ends, the unused part of the lease is
    // lost. So the count of written bytes may be too high, but never too low.
    await running?.stop()
    const browser = openBrowser(await start(inAll))
    browser.cookie = ann.browser.cookie
    const same = { ...ann, ask: browser.ask }
    let written = 0
    while ((await write(same, text)).status === 201) written += 1
    expect(written).toBe(25)
    expect(await write(same, text)).toMatchObject({ status: 413, problem: { code: 'quota_full', params: { max: 2 } } })
  })

  it('let one person ask for much while no other person wants anything, and let no other person wait for them', async () => {
    const app = await start({})
    const [one, other] = [openBrowser(app), openBrowser(app)]
    let answered = 0
    const many = Array.from({ length: 400 }, async (_, n) => {
      const { status } = await one.ask('GET', `/api/bible/chapter?version=KJV&book=Psalms&chapter=${1 + (n % 150)}`)
      answered += 1
      return status
    })
    expect((await other.ask('GET', '/api/bible/versions')).status).toBe(200)
    expect(answered).toBeLessThan(200)
    expect(new Set(await Promise.all(many))).toEqual(new Set([200]))
  })
})
