import { randomUUID } from 'node:crypto'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { ownCluster } from '@pathlight/testing/cluster-stores.ts'
import { describeWith } from '@pathlight/testing/describe-with.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, openBrowser, signUpSomebody, startInProcess } from '../app-under-test.contract.ts'
import { idOf, TESTED } from '../kinds/tested-kinds.contract.ts'

const MOST = 20
const PROCESSES = 2
const SETTINGS = { MASTER_KEY: 'a'.repeat(64), EPOCH_KEYS: emptyFolder(), MOST_ITEMS: String(MOST) }

/** A person tries to exceed the limit of items through several processes on one engine. */
const mostItemsContract = (environment: () => Promise<Record<string, string>>): void => {
  const apps: AppUnderTest[] = []
  beforeAll(async () => {
    const stores = await environment()
    for (let n = 0; n < PROCESSES; n++) apps.push(await startInProcess({ ...stores, ...SETTINGS }))
  })
  afterAll(async () => {
    for (const app of apps) await app.stop()
  })

  /** A person whose requests go to the processes in turn. */
  const signUp = async () => {
    const [first] = apps as [AppUnderTest]
    const person = await signUpSomebody(first.app)
    const browsers = apps.map(({ app }) => {
      const browser = openBrowser(app)
      browser.cookie = person.browser.cookie
      return browser
    })
    let asked = 0
    const ask: typeof person.ask = (...what) => (browsers[asked++ % PROCESSES] ?? person).ask(...what)
    const count = async () => {
      expect(await first.stores.readModels.waitFor(await first.stores.log.head(), 60_000)).toBe(true)
      const { body } = await person.ask('GET', '/api/note/user?limit=500')
      return (body as readonly { id: string }[]).map(({ id }) => id)
    }
    return { ...person, ask, count }
  }
  const note = (id: string = randomUUID()) => ({ id, verse_id: 43_003_016, text: 'x', version: 'KJV' })

  it('has no more of them by adding and removing the same at once, in many requests', async () => {
    const { ask, count } = await signUp()
    const add = () => ask('POST', '/api/note/', { body: note() })
    for (let round = 0; round < 6; round++) {
      const there = (await count()).slice(0, 5)
      const remove = (id: string) => ask('DELETE', `/api/note/detail/${id}`)
      await Promise.all([
        ...there.flatMap((id) => Array.from({ length: 6 }, () => remove(id))),
        ...Array.from({ length: 40 }, add),
      ])
      expect((await count()).length).toBeLessThanOrEqual(MOST + PROCESSES)
    }
    // A refused item uses up nothing of the limit, so at least MOST items exist. After all but MOST - 1 are removed,
    // one more can be added.
    const all = await count()
    expect(all.length).toBeGreaterThanOrEqual(MOST)
    for (const id of all.slice(MOST - 1)) expect((await ask('DELETE', `/api/note/detail/${id}`)).status).toBe(200)
    expect((await add()).status).toBe(201)
    expect(await add()).toMatchObject({ status: 413, problem: { code: 'too_many_items', params: { max: MOST } } })
  })

  it.each(Object.entries(TESTED).filter(([, { list }]) => list))(
    'counts every %s, and no other one',
    async (_, kind) => {
      const person = await signUp()
      const add = (nth: number) => kind.add(person, kind.life.begin, nth)
      const ids: string[] = []
      for (let nth = 0; nth < MOST; nth++) {
        const answer = await add(nth)
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
        ids.push(idOf(kind.item(answer)))
      }
      expect(await add(MOST)).toMatchObject({ status: 413, problem: { code: 'too_many_items', params: { max: MOST } } })
      expect((await kind.remove?.(person, ids[0] ?? ''))?.status).toBe(200)
      await person.count()
      expect((await add(MOST)).status).toBe(201)
      expect((await add(MOST + 1)).status).toBe(413)
    },
  )

  it('loses no place by writes that come to nothing', async () => {
    const { ask, count } = await signUp()
    const same = note()
    // One request writes the note. The others add nothing.
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask('POST', '/api/note/', { body: same })))
    expect(answers.some(({ status }) => status === 201)).toBe(true)
    const others = Array.from({ length: MOST - 1 }, () => note())
    for (const body of others) expect((await ask('POST', '/api/note/', { body })).status).toBe(201)
    expect(await count()).toHaveLength(MOST)
    expect((await ask('POST', '/api/note/', { body: note() })).status).toBe(413)
  })
}

describe('the most items that somebody may keep, on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  mostItemsContract(async () => {
    database = await freshDatabase()
    return { DATABASE_URL: database.url }
  })
  afterAll(() => database.drop())
})

const cluster = ['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'] as const
describeWith([...cluster], 'the most items that somebody may keep, on the cluster stores', (urls) => {
  const { environment } = ownCluster(urls)
  mostItemsContract(async () => environment)
})
