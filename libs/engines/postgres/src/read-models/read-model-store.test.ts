import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { readModelsContract } from '@pathlight/read-models/test/read-models.contract.ts'
import { type Breakage, breaking, liveModel, type ReadModelWorld } from '@pathlight/read-models/test/world.contract.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { listeningPool, rowsTaken } from '@pathlight/testing/rows-passed-over.ts'
import type { Pool } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { postgresReadModelStore } from './read-model-store.ts'

const openWorld = async (): Promise<ReadModelWorld & { pool: Pool }> => {
  const database = await freshDatabase()
  let spaces = 0
  /** The pool, except that a statement that moves a checkpoint fails as `next` says. */
  const fragilePool = (next: () => Breakage) =>
    new Proxy(database.pool, {
      get(pool, key) {
        if (key !== 'query') return Reflect.get(pool, key)
        return (query: { text: string } | string) => {
          const call = () => pool.query(query as string)
          if (typeof query === 'string' || !query.text.includes('synchronous_commit')) return call()
          return breaking(next(), Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), call)
        }
      },
    })
  return {
    pool: database.pool,
    many: 2_000,
    manyEvents: 20_000,
    space() {
      const schema = `space_${++spaces}`
      const opened: (() => Promise<void>)[] = []
      const open = (pool: Pool): ReadModelStore => {
        const store = postgresReadModelStore({ pool, listener: database.listener(), schema })
        opened.push(() => store.close())
        return store
      }
      return {
        openStore: () => open(database.pool),
        openFragileStore: (next) => open(fragilePool(next)),
        close: async () => void (await Promise.all(opened.map((end) => end()))),
      }
    },
    close: () => database.drop(),
  }
}

describe('read models in PostgreSQL, besides', () => {
  it('take in an index whatever the rules for documents let through', async () => {
    const world = await openWorld()
    onTestFinished(() => world.close())
    const space = world.space()
    const { docs, put } = await liveModel<{ word: string }>(space.openStore(), [['word']])
    // The characters are random, because PostgreSQL would compress a text of words, and an index entry would be
    // shorter.
    const word = Array.from({ length: 830 }, () => String.fromCharCode(0xac00 + Math.random() * 11_000)).join('')
    await put({ a: { word } })
    expect(await docs.find({ where: { word } })).toEqual([{ word }])
    await space.close()
  })

  it('are listed in the order of an index, though PostgreSQL does not know yet how many a person has', async () => {
    const database = await freshDatabase()
    onTestFinished(() => database.drop())
    const { pool, asked } = listeningPool(database.pool)
    const store = postgresReadModelStore({ pool, listener: database.listener() })
    onTestFinished(() => store.close())
    type Listed = { user_id: string; list_key: string; text: string }
    const { docs, put } = await liveModel<Listed>(store, [['user_id', 'list_key']])
    const text = 'x'.repeat(400)
    const many = Array.from({ length: 40_000 }, (_, n) => String(100_000 + n))
    for (let from = 0; from < many.length; from += 5_000)
      await put(
        Object.fromEntries(many.slice(from, from + 5_000).map((key) => [key, { user_id: 'ann', list_key: key, text }])),
      )
    const sort = [['list_key', 'desc']] as const
    const found = await docs.find({ where: { user_id: 'ann', list_key: { lt: '139980' } }, sort, limit: 30 })
    expect(found).toMatchObject([{ list_key: '139979' }, ...Array(29).fill({})])
    const list = asked.findLast(({ text }) => text?.includes('ORDER BY'))
    // PostgreSQL takes one row more than the limit, to see whether that row has the same `list_key` as the last one.
    expect(await rowsTaken(database.pool, list ?? { text: '' })).toBe(31)
  })

  it('are dropped later while a backup holds their table, and readers of others do not wait', async () => {
    const world = await openWorld()
    onTestFinished(() => world.close())
    const space = world.space()
    const store = space.openStore()
    const { docs, model } = await liveModel(store)
    await store.make(model, 2)
    const backup = await world.pool.connect()
    await backup.query('BEGIN; LOCK TABLE space_1.doc_things_1, space_1.doc_things_2 IN ACCESS SHARE MODE')
    await expect(store.drop('things', 2)).rejects.toThrow(/lock timeout/)
    expect(await docs.count()).toBe(0)
    await backup.query('COMMIT')
    backup.release()
    await store.drop('things', 2)
    expect(await store.stored()).toEqual([{ model: 'things', generation: 1 }])
    await space.close()
  })

  it('take over the checkpoints of groups, once, so that a program which knows those stops', async () => {
    const world = await openWorld()
    onTestFinished(() => world.close())
    const members = (...of: object[]) => JSON.stringify(Object.assign({}, ...of))
    const notes = { notes: { generation: 3, version: 2 } }
    await world.pool.query(`CREATE SCHEMA space_1; CREATE TABLE space_1.checkpoints (
      projection text PRIMARY KEY, version integer NOT NULL, log text NOT NULL, generation bigint NOT NULL, position bigint NOT NULL,
      members json NOT NULL DEFAULT '{}', last_position bigint, last_id text)`)
    const insert = (name: string, position: number, has: string) =>
      world.pool.query(`INSERT INTO space_1.checkpoints VALUES ($1, 1, 'log', 5, $2, $3, 69, 'e')`, [
        name,
        position,
        has,
      ])
    await insert(
      'live',
      70,
      members(notes, {
        packs: { generation: 1, version: 1, frozen: true },
        old: { generation: 2, version: 9, apart: true },
      }),
    )
    await insert('beside.notes', 30, members({ notes: { generation: 4, version: 3 } }))
    await insert('beside.packs', 70, '{}')
    await insert('welcome_mail', 60, '{}')
    const space = world.space()
    const last = { position: 69n, id: 'e' }
    const at = (name: string, generation: number, version: number, live: boolean, position: bigint) => {
      return { name, generation, version, live, log: 'log', position, last }
    }
    const all = [
      at('notes', 3, 2, true, 70n),
      at('notes', 4, 3, false, 30n),
      // The older version had marked these two read models as frozen and as apart, so they get version 0 and are
      // rebuilt.
      at('packs', 1, 0, true, 70n),
      at('old', 2, 0, true, 70n),
      at('welcome_mail', 0, 1, false, 60n),
    ]
    const sorted = async () =>
      (await space.openStore().checkpoints())
        .map((one) => JSON.stringify(one, (_, value) => (typeof value === 'bigint' ? `${value}` : value)))
        .sort()
    const first = await space.openStore().checkpoints()
    expect(first).toHaveLength(all.length)
    expect(first).toEqual(expect.arrayContaining(all))
    const before = await sorted()
    expect(await space.openStore().put(at('packs', 1, 0, true, 70n), null)).toBe(true)
    expect(await sorted()).toEqual(before.filter((text) => !text.includes('packs')))
    const { rows } = await world.pool.query('SELECT log, generation::int AS revision FROM space_1.checkpoints')
    expect(rows).toEqual(Array(4).fill({ log: 'a newer version of Pathlight', revision: 6 }))
    await space.close()
  })

  it('keep the checkpoints of before there were groups, and drop what was kept then', async () => {
    const world = await openWorld()
    onTestFinished(() => world.close())
    await world.pool.query(`CREATE SCHEMA space_1; CREATE TABLE space_1.checkpoints (
      projection text PRIMARY KEY, version integer NOT NULL, log text NOT NULL,
      generation bigint NOT NULL, position bigint NOT NULL);
      INSERT INTO space_1.checkpoints VALUES ('welcome_mail', 1, 'log', 1, 70);
      CREATE TABLE space_1.doc_user_notes (id text PRIMARY KEY); CREATE TABLE space_1.doc_theirs (id text)`)
    const space = world.space()
    const store = space.openStore()
    const [mail] = await store.checkpoints()
    const follower = { generation: 0, version: 1, live: false }
    expect(mail).toEqual({ name: 'welcome_mail', ...follower, log: 'log', position: 70n, last: null })
    expect(mail && (await store.move([mail], { position: 71n, last: null }))).toBe(true)
    expect(await store.stored()).toEqual([{ model: 'user_notes', generation: 0 }])
    await store.drop('user_notes', 0)
    expect(await store.stored()).toEqual([])
    await space.close()
  })
})

readModelsContract('PostgreSQL', openWorld)
