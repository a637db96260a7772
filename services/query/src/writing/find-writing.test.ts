import { randomBytes } from 'node:crypto'
import type { WritingQuery } from '@pathlight/contracts/writing.ts'
import { postgresReadModelStore } from '@pathlight/engine-postgres/read-models/read-model-store.ts'
import {
  type Change,
  type Checkpoint,
  type Collection,
  type Document,
  NO_WORK,
  type ReadModel,
  type ReadModelStore,
} from '@pathlight/read-models/read-model-store.ts'
import { sealedReadModels } from '@pathlight/read-models/sealed-read-models.ts'
import { liveCheckpoint } from '@pathlight/read-models/test/world.contract.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changesModel } from '../changes.ts'
import { highlightKind } from '../highlights/kind.ts'
import { keyOfPosition } from '../list-page.ts'
import { noteKind } from '../notes/kind.ts'
import { findWriting } from './find-writing.ts'
import { knownWriting } from './known-writing.ts'
import type { Source } from './newest-first.ts'

const ITEMS = 10_000
/**
 * The time by which the test's clock advances for each document that is read, in milliseconds. With a real clock a
 * faster machine would search more documents.
 */
const DOCUMENT_MS = 0.1
const WORDS = ['grace', 'light', 'water', 'mountain', 'shepherd', 'river', 'covenant', 'mercy', 'lamp', 'morning']
const wordsOf = (n: number, count: number) =>
  Array.from({ length: count }, (_, i) => WORDS[(n * 7 + i * 3) % 10]).join(' ')

const LINKED = '11111111-2222-4333-8444-555555555555'
const NAMING = `See Romans 8:26-28 and [this](/my-memos/sermons/${LINKED}).`

/** The item number `n`: a note of about 30 words if `n` is even, a highlight of 9 words if `n` is odd. */
const itemOf = (n: number) => {
  const place = { user_id: 'ann', id: `i${n}`, list_key: keyOfPosition(BigInt(n), `i${n}`), version: 'KJV' }
  const at = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString()
  if (n % 2 === 0) {
    const text = n === 0 ? 'The needle in the hay.' : n === 2 ? NAMING : wordsOf(n, 30)
    return { ...place, verse_id: 43_003_016, book_index: 43, chapter: 3, title: null, text, updated_at: at }
  }
  const verse = { verse_id: 19_001_001 + (n % 150) * 1000, book_index: 19, chapter: 1 + (n % 150) }
  return { ...place, ...verse, selected_text: wordsOf(n, 9), color: n % 1000 === 1 ? '#b5e48c' : null, created_at: at }
}

type Reads = { readonly read: number }

/** Counts the documents that are read. Reading decrypts a document, which is the largest part of a search's cost. */
const readCounter = () => {
  let read = 0
  const counted = <D extends Document>(documents: Collection<D>): Collection<D> => ({
    get: async (id) => {
      read += 1
      return documents.get(id)
    },
    find: async (options) => {
      const found = await documents.find(options)
      read += found.length
      return found
    },
    count: (where, bounds) => documents.count(where, bounds),
    distinct: (field, where) => documents.distinct(field, where),
  })
  return {
    counted,
    soFar: () => read,
    /** Answers how many documents `work` reads. */
    of: async (work: () => Promise<unknown>): Promise<Reads> => {
      const before = read
      await work()
      return { read: read - before }
    },
  }
}

describe('a search over ten thousand items', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let close: () => Promise<void>
  let store: ReadModelStore
  let checkpoints: readonly Checkpoint[]
  let sources: Source[]
  const reads = readCounter()
  beforeAll(async () => {
    database = await freshDatabase()
    const key = randomBytes(32)
    const sealed = sealedReadModels(postgresReadModelStore({ pool: database.pool, listener: database.listener() }), {
      keyOf: async () => key,
    })
    store = { ...sealed, collection: (model) => reads.counted(sealed.collection(model)) }
    close = () => store.close()
    const kinds = [noteKind, highlightKind]
    const models = kinds.flatMap(({ whole }) => (whole ? [whole.model] : []))
    const all = [...models, changesModel]
    for (const model of all) await store.make(model as ReadModel<Document>, 1)
    const empty = all.map(({ name }) => liveCheckpoint(name))
    for (const one of empty) expect(await store.put(null, one)).toBe(true)
    const changes = Array.from({ length: ITEMS }, (_, n) => {
      const doc = itemOf(n)
      return { model: models[n % 2]?.name ?? '', generation: 1, id: `ann.${doc.id}`, doc, at: BigInt(n + 1) }
    })
    checkpoints = empty.map((one) => ({ ...one, position: BigInt(ITEMS) }))
    const to = { position: BigInt(ITEMS), last: null }
    expect(await store.move(empty, to, { ...NO_WORK, changes })).toBe(true)
    // PostgreSQL updates its statistics only after a while. Without statistics it plans for few rows.
    await database.pool.query('ANALYZE')
    sources = kinds.flatMap(({ item: { kind }, searched, whole }) =>
      searched && whole ? [{ kind, searched, documents: store.collection(whole.model), longest: whole.longest }] : [],
    )
  })
  afterAll(async () => {
    await close()
    await database.drop()
  })

  /** Requests pages until a page has results. Answers the results of the last requested page. */
  const firstRows = async (asked: WritingQuery, known = knownWriting(store, sources)) => {
    for (let after: string | undefined; ; ) {
      const page = { limit: 50, ...asked, ...(after && { after }) }
      const { items, next } = await findWriting(known, 'ann', page, () => reads.soFar() * DOCUMENT_MS)
      if (items.length > 0 || next === null) return items
      after = next
    }
  }

  it.each([
    ['what many have', { query: 'light' }],
    ['what is on a book', { book: 'Psalms' }],
    ['a colour that few have', { color: '#b5e48c' }],
  ] as const)('has the first rows of %s without reading all', async (_, asked) => {
    let items: readonly unknown[] = []
    const { read } = await reads.of(async () => {
      items = await firstRows(asked)
    })
    expect(items.length).toBeGreaterThan(0)
    expect(read).toBeLessThan(2_000)
  })

  it('goes through all of them in one order, page by page, each once', async () => {
    const seen: string[] = []
    const known = knownWriting(store, sources)
    for (let after: string | undefined; ; ) {
      const page = await findWriting(known, 'ann', { limit: 500, ...(after && { after }) })
      seen.push(...page.items.map(({ id }) => id))
      if (page.next === null) break
      after = page.next
    }
    expect(seen).toEqual(Array.from({ length: ITEMS }, (_, n) => `i${ITEMS - 1 - n}`))
  })

  it('answers what it has when it has looked for long, and goes on behind it', async () => {
    let clock = 0
    const page = await findWriting(
      knownWriting(store, sources),
      'ann',
      { limit: 50, query: 'light' },
      () => (clock += 30),
    )
    expect(page.items.length).toBeGreaterThan(0)
    expect(page.items.length).toBeLessThan(10)
    expect(page.next).not.toBeNull()
  })

  describe('once their writing is known', () => {
    const pageOf = async (asked: WritingQuery, known = knownWriting(store, sources)) => {
      await known.learn('ann')
      return findWriting(known, 'ann', asked, () => 0)
    }
    /** Writes items as the projector does, each with its change; `doc` null: the item is removed. */
    const write = async (items: readonly { readonly n: number; readonly doc: ReturnType<typeof itemOf> | null }[]) => {
      const position = (checkpoints[0]?.position ?? 0n) + 1n
      const changes = items.flatMap(({ n, doc }): Change[] => {
        const told = { user_id: 'ann', list_key: keyOfPosition(position, ''), kind: n % 2 === 0 ? 'note' : 'highlight' }
        const change = { model: changesModel.name, id: `ann.${position}.${n}`, doc: { ...told, item_id: `i${n}` } }
        const item = { model: n % 2 === 0 ? 'notes' : 'highlights', id: `ann.i${n}`, doc }
        return [change, item].map((one) => ({ ...one, generation: 1, at: position }))
      })
      const to = { position, last: null }
      expect(await store.move(checkpoints, to, { ...NO_WORK, people: ['ann'], changes })).toBe(true)
      expect(await store.waitFor(position, 60_000)).toBe(true)
      checkpoints = checkpoints.map((one) => ({ ...one, position }))
    }

    it('finds the same on the same pages, however little was known before', async () => {
      const known = knownWriting(store, sources)
      for (const asked of [
        { query: 'light lamp' },
        { book: 'Psalms' },
        { color: '#b5e48c' },
        { kind: 'notes' },
      ] as const) {
        const [first, other] = [
          await pageOf({ ...asked, limit: 7 }, known),
          await findWriting(knownWriting(store, sources), 'ann', { ...asked, limit: 7 }, () => 0),
        ]
        expect(first).toEqual(other)
        if (!first.next) throw new Error('There is one page only')
        const next = { ...asked, limit: 500, after: first.next }
        expect(await pageOf(next, known)).toEqual(await findWriting(knownWriting(store, sources), 'ann', next, () => 0))
      }
    })

    it('opens each document once for what only the oldest has, and then only what is shown', async () => {
      const known = knownWriting(store, sources)
      const found = async () =>
        expect((await firstRows({ query: 'needle' }, known)).map(({ id }) => id)).toEqual(['i0'])
      expect((await reads.of(found)).read).toBe(ITEMS + 1)
      for (let turn = 0; turn < 3; turn += 1) expect((await reads.of(found)).read).toBe(1)
    })

    it.each([{ names: '45008028' }, { names: '45008020-45008026' }, { links_to: LINKED }])(
      'opens only what names a verse, or links to an item, of ten thousand: %j',
      async (asked) => {
        const known = knownWriting(store, sources)
        await known.learn('ann')
        const found = async () => {
          const { items, next } = await findWriting(known, 'ann', asked, () => 0)
          expect(items.map(({ id, excerpt }) => [id, excerpt])).toEqual([['i2', 'See Romans 8:26-28 and this.']])
          expect(next).toBeNull()
        }
        for (let turn = 0; turn < 2; turn += 1) expect((await reads.of(found)).read).toBe(1)
        const { items } = await findWriting(known, 'ann', { names: '45008029' }, () => 0)
        expect(items).toEqual([])
      },
    )

    it('opens each document once for many searches that come at the same time', async () => {
      const known = knownWriting(store, sources)
      const { read } = await reads.of(() =>
        Promise.all([
          known.learn('ann'),
          ...['needle', 'light'].map((query) => findWriting(known, 'ann', { query, limit: 1 })),
        ]),
      )
      expect(read).toBeLessThan(ITEMS + 10)
    })

    it('begins anew after a store that was away', async () => {
      let isAway = false
      const failing = sources.map((source) => ({
        ...source,
        documents: {
          ...source.documents,
          find: (async (options) => {
            if (isAway) throw new Error('away')
            return source.documents.find(options)
          }) as typeof source.documents.find,
        },
      }))
      const known = knownWriting(store, failing)
      await findWriting(known, 'ann', { query: 'light', limit: 1 })
      isAway = true
      await expect(known.learn('ann')).rejects.toThrow('away')
      isAway = false
      expect((await pageOf({ query: 'needle' }, known)).items.map(({ id }) => id)).toEqual(['i0'])
    })

    it('sees what was written, changed and removed since, and no other person’s', async () => {
      const known = knownWriting(store, sources)
      const found = async (query: string) => (await pageOf({ query }, known)).items.map(({ id }) => id)
      expect(await found('zebra')).toEqual([])
      const changed = { ...itemOf(4000), text: 'A zebra by the river.' }
      await write([
        { n: 4000, doc: changed },
        { n: ITEMS, doc: { ...itemOf(ITEMS), text: 'A new zebra.' } },
      ])
      expect(await found('zebra')).toEqual([`i${ITEMS}`, 'i4000'])
      await write([
        { n: 4000, doc: itemOf(4000) },
        { n: ITEMS, doc: null },
      ])
      expect(await found('zebra')).toEqual([])
      expect((await findWriting(known, 'bob', { query: 'light' })).items).toEqual([])
    })
  })
})

it('goes on behind what is kept where somebody has written more than that, in order and each once', async () => {
  const longest = noteKind.whole?.longest ?? 0
  const all = Array.from({ length: 200 }, (_, n) => {
    const text = `${n === 0 ? 'needle' : 'light'} ${'word '.repeat(10_000)}`
    return { ...itemOf(2 * n), text, list_key: keyOfPosition(BigInt(n), `i${n}`), id: `i${n}` }
  }).reverse()
  let read = 0
  const find = async ({ where, limit }: { where: { list_key?: { lt?: string; in?: string[] } }; limit?: number }) => {
    const { lt, in: some } = where.list_key ?? {}
    const found = all.filter(({ list_key: key }) => (lt === undefined || key < lt) && (!some || some.includes(key)))
    read += Math.min(found.length, limit ?? found.length)
    return found.slice(0, limit)
  }
  const documents = { find } as unknown as Source['documents']
  const searched = noteKind.searched as Source['searched']
  const known = knownWriting(
    { stamp: () => 'the same', position: async () => 0n, collection: () => documents } as unknown as ReadModelStore,
    [{ kind: 'note', searched, documents, longest }],
  )
  const pages = async (query: string) => {
    const seen: string[] = []
    for (let after: string | undefined; ; ) {
      const { items, next } = await findWriting(known, 'ann', { query, limit: 30, ...(after && { after }) }, () => 0)
      seen.push(...items.map(({ id }) => id))
      if (next === null) return seen
      after = next
    }
  }
  expect(await pages('light')).toEqual(Array.from({ length: 199 }, (_, n) => `i${199 - n}`))
  read = 0
  expect(await pages('needle')).toEqual(['i0'])
  // Of 200 items about 120 stay in memory. A page ends after 8 million characters, and the next page begins there.
  expect(read).toBeLessThan(110)
})
