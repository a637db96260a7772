import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  type Change,
  CheckpointOfAnotherLog,
  type Collection,
  type Document,
  InvalidDocument,
  ReadModelOfNewerVersion,
  type ReadModelStore,
} from './read-model-store.ts'

/** One database; every store it opens is like another process. */
export type ReadModelWorld = {
  openStore(): ReadModelStore
  /** A store like any other, but the moving of a checkpoint fails as `next` says. */
  openFragileStore(next: () => Breakage): ReadModelStore
  /** Documents of one commit; a stand-in that is slow with many says fewer. */
  readonly many: number
  close(): Promise<void>
}

/** What breaks at the moment a checkpoint is moved: before it happens, or after, so that only the answer is lost. */
export type Breakage = 'before' | 'after' | null

/** For the engines' tests, to break a call of their driver. */
export async function breaking<T>(breakage: Breakage, error: Error, call: () => Promise<T>): Promise<T> {
  if (breakage === 'before') throw error
  const result = await call()
  if (breakage === 'after') throw error
  return result
}

const LOG = 'log-1'

/** What every read model store must do, whatever keeps its documents. */
export function readModelStoreContract(engine: string, openWorld: () => Promise<ReadModelWorld>): void {
  describe(`read models in ${engine}`, () => {
    let world: ReadModelWorld
    let store: ReadModelStore
    /** Another process on the same data. */
    let other: ReadModelStore
    let names = 0

    beforeAll(async () => {
      world = await openWorld()
      store = world.openStore()
      other = world.openStore()
    })
    afterAll(async () => {
      await store?.close()
      await other?.close()
      await world?.close()
    })

    /** A projection and collection nobody else has, opened. */
    const opened = async <D extends Document = Document>(indexes: readonly (readonly (keyof D & string)[])[] = []) => {
      const name = `model_${++names}`
      const identity = { name, version: 1, log: LOG }
      await store.open(identity, [name])
      let position = 0n
      return {
        name,
        identity,
        docs: store.collection<D>(name, indexes),
        /** Commits the documents, one event each, after what was committed before. */
        put: async (documents: Record<string, D | null>) => {
          const before = position
          const changes = Object.entries(documents).map(
            ([id, doc]): Change => ({ collection: name, id, doc, at: ++position }),
          )
          expect(await store.commit(name, before, position, changes)).toBe(true)
          return position
        },
      }
    }

    describe('documents', () => {
      it('come back as they were stored', async () => {
        const { docs, put } = await opened()
        const doc = {
          float: 0.1,
          tiny: 5e-324,
          huge: 1.7976931348623157e308,
          negative: -17,
          zero: 0,
          int32: 2_147_483_648,
          largest: 2 ** 53 - 1,
          beyond: 2 ** 53,
          date: '2026-01-01T00:00:00.000Z',
          digits: '00123',
          yes: true,
          no: false,
          nothing: null,
          empty: '',
          list: [],
          object: {},
          nested: [1, { in: [2.5, { in: ['three', null, { in: [true] }] }] }, { a: [{ b: { c: [] } }] }],
          한국어: '태초에 하나님이 천지를 창조하시니라 🙏',
          'key with spaces, "quotes" and \\': "it's \\ \n\t \u2028 \u0001",
        }
        await put({ a: doc })
        expect((await docs.get(['a'])).get('a')?.doc).toEqual(doc)
        expect(await docs.find()).toEqual([doc])
      })

      it('carry the position of the event last applied', async () => {
        const { name, docs } = await opened()
        const far = 2n ** 62n + 1n
        await store.commit(name, 0n, far, [{ collection: name, id: 'a', doc: { n: 1 }, at: far - 1n }])
        expect(await docs.get(['a'])).toEqual(new Map([['a', { doc: { n: 1 }, at: far - 1n }]]))
        expect(await other.checkpoint(name)).toBe(far)
      })

      it('take an undefined field as absent, never as null', async () => {
        const { docs, put } = await opened()
        await put({ a: { here: 1, gone: undefined, inner: { gone: undefined } } })
        expect(Object.keys((await docs.get(['a'])).get('a')?.doc ?? {})).toEqual(['here', 'inner'])
        expect(await docs.find()).toStrictEqual([{ here: 1, inner: {} }])
      })

      it('may be large', async () => {
        const { docs, put } = await opened()
        const doc = { text: '길'.repeat(350_000), lines: Array.from({ length: 5_000 }, (_, i) => `line ${i}`) }
        await put({ large: doc })
        expect((await docs.get(['large'])).get('large')?.doc).toEqual(doc)
      })

      it('may be many in one commit', async () => {
        const { docs, put } = await opened()
        const { many } = world
        await put(Object.fromEntries(Array.from({ length: many }, (_, i) => [`id-${i}`, { i }])))
        expect(await docs.count()).toBe(many)
        const found = await docs.get(Array.from({ length: many + 500 }, (_, i) => `id-${i}`))
        expect(found.size).toBe(many)
        expect(found.get(`id-${many - 1}`)?.doc).toEqual({ i: many - 1 })
      })

      it('may be replaced by the hundred in one commit', async () => {
        const { docs, put } = await opened()
        for (const round of [1, 2]) {
          await put(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`id-${i}`, { i, round }])))
          expect(await docs.count({ round })).toBe(300)
        }
      })

      it('have ids of any script, and none that no store can keep', async () => {
        const { docs, put } = await opened()
        const ids = ['길빛/시편 119', "o'hara", '"; DROP TABLE x; --', '$where', 'a.b', '%_\\', '🙏', '__proto__']
        const documents = Object.fromEntries(ids.map((id) => [`${id}`, { id }]))
        Object.defineProperty(documents, '__proto__', { value: { id: '__proto__' }, enumerable: true })
        await put(documents)
        const found = await docs.get(ids)
        for (const id of ids) expect(found.get(id)?.doc).toEqual({ id })
        expect(await docs.get(['\0', '\ud800', '', 'x'.repeat(10_000)])).toEqual(new Map())
      })

      const refused: [string, unknown][] = [
        ['a NUL', { text: 'a\0b' }],
        ['a lone surrogate', { text: '\ud83d' }],
        ['a key with a dot', { inner: { 'a.b': 1 } }],
        ['a key with a leading dollar sign', { $set: 1 }],
        ['a key with a NUL', { 'a\0': 1 }],
        ['an empty key', { '': 1 }],
        ['NaN', { n: Number.NaN }],
        ['Infinity', { list: [1, Number.POSITIVE_INFINITY] }],
        ['undefined in a list', { list: [undefined] }],
        ['a list in a list', { list: [1, [2]] }],
        ['a date object', { at: new Date(0) }],
        ['a bigint', { n: 1n }],
        ['a function', { f: () => 1 }],
        ['a map', { m: new Map() }],
        ['more than 90 levels', JSON.parse(`${'{"a":'.repeat(95)}1${'}'.repeat(95)}`)],
        ['more than 4 million characters', { text: 'x'.repeat(4_000_001) }],
        ['as many numbers as would be 16 MB', { list: Array.from({ length: 1_000_000 }, (_, i) => i) }],
      ]
      it.each(refused)('are refused with %s, and nothing of the commit is written', async (_, doc) => {
        const { name, docs } = await opened()
        const commit = store.commit(name, 0n, 2n, [
          { collection: name, id: 'good', doc: { n: 1 }, at: 1n },
          { collection: name, id: 'bad', doc: doc as Document, at: 2n },
        ])
        await expect(commit).rejects.toThrow(InvalidDocument)
        expect(await docs.count()).toBe(0)
        expect(await store.commit(name, 0n, 1n, [])).toBe(true)
      })

      it('asked for at the same time each get their own answer', async () => {
        const { docs, put } = await opened()
        await put(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`d${i}`, { i }])))
        const answers = await Promise.all(
          Array.from({ length: 300 }, (_, i) => docs.get([`d${i % 50}`, `d${(i + 1) % 50}`, 'absent'])),
        )
        answers.forEach((answer, i) => {
          expect([...answer.keys()].sort()).toEqual([`d${i % 50}`, `d${(i + 1) % 50}`].sort())
          expect(answer.get(`d${i % 50}`)?.doc).toEqual({ i: i % 50 })
        })
      })

      it('are never read older than a commit that came before the question', async () => {
        const { docs, put } = await opened()
        for (let n = 1; n <= 30; n++) {
          const early = Array.from({ length: 5 }, () => docs.get(['a']))
          await put({ a: { n } })
          expect((await docs.get(['a'])).get('a')?.doc).toEqual({ n })
          await Promise.all(early)
        }
      })
    })

    describe('commit', () => {
      it('moves the checkpoint, also with nothing to write', async () => {
        const { name } = await opened()
        expect(await store.commit(name, 0n, 7n, [])).toBe(true)
        expect(await store.checkpoint(name)).toBe(7n)
        expect(await store.commit(name, 7n, 9n, [])).toBe(true)
        expect(await store.checkpoint(name)).toBe(9n)
      })

      it('from a position that is no longer the checkpoint writes nothing', async () => {
        const { name, docs, put } = await opened()
        await put({ a: { n: 1 }, b: { n: 1 } })
        expect(await store.commit(name, 0n, 5n, [{ collection: name, id: 'c', doc: { n: 1 }, at: 5n }])).toBe(false)
        expect(await store.commit(name, 3n, 5n, [{ collection: name, id: 'c', doc: { n: 1 }, at: 5n }])).toBe(false)
        expect(await docs.count()).toBe(2)
        expect(await store.checkpoint(name)).toBe(2n)
      })

      it('lets one of two racing runners win each step, and every effect come once', async () => {
        const { name, identity, docs } = await opened<{ sum: number }>()
        await other.open(identity, [name])
        const run = async (runner: ReadModelStore) => {
          let won = 0
          for (let position = 0n; position < 40n; ) {
            const held = (await runner.collection<{ sum: number }>(name).get(['sum'])).get('sum')
            const next = position + 1n
            const changes: Change[] = []
            if ((held?.at ?? 0n) < next) {
              changes.push({
                collection: name,
                id: 'sum',
                doc: { sum: (held?.doc?.sum ?? 0) + Number(next) },
                at: next,
              })
            }
            if (await runner.commit(name, position, next, changes)) won++
            position = await runner.open(identity, [name])
          }
          return won
        }
        const wins = await Promise.all([run(store), run(other)])
        expect(wins[0] + wins[1]).toBe(40)
        expect((await docs.get(['sum'])).get('sum')).toEqual({ doc: { sum: 820 }, at: 40n })
      })

      it('of twenty racers from one position succeeds once', async () => {
        const { name, identity, docs } = await opened()
        await other.open(identity, [name])
        const won = await Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            (i % 2 === 0 ? store : other).commit(name, 0n, 1n, [
              { collection: name, id: 'a', doc: { same: true }, at: 1n },
            ]),
          ),
        )
        expect(won.filter(Boolean)).toHaveLength(1)
        expect(await docs.count()).toBe(1)
      })

      it('leaves a document alone that is newer than the change', async () => {
        const { name, docs } = await opened()
        const change = (n: number, at: bigint): Change => ({ collection: name, id: 'a', doc: { n }, at })
        await store.commit(name, 0n, 10n, [change(1, 10n)])
        expect(await store.commit(name, 10n, 20n, [change(2, 10n)])).toBe(true)
        expect(
          await store.commit(name, 20n, 30n, [change(3, 9n), { collection: name, id: 'b', doc: { n: 3 }, at: 25n }]),
        ).toBe(true)
        expect((await docs.get(['a'])).get('a')).toEqual({ doc: { n: 1 }, at: 10n })
        expect((await docs.get(['b'])).get('b')?.at).toBe(25n)
      })

      it('refuses a change that is ahead of the checkpoint it moves to', async () => {
        const { name } = await opened()
        await expect(store.commit(name, 0n, 5n, [{ collection: name, id: 'a', doc: {}, at: 6n }])).rejects.toThrow(
          RangeError,
        )
      })

      it('needs the projection opened', async () => {
        await expect(store.commit('never_opened', 0n, 1n, [])).rejects.toThrow(/open/i)
      })

      it('writes several collections with one checkpoint', async () => {
        const name = `model_${++names}`
        await store.open({ name, version: 1, log: LOG }, [`${name}_a`, `${name}_b`])
        const changes = ['a', 'b'].map(
          (part, i): Change => ({ collection: `${name}_${part}`, id: 'x', doc: { part }, at: BigInt(i + 1) }),
        )
        expect(await store.commit(name, 0n, 2n, changes)).toBe(true)
        expect(await store.collection(`${name}_a`).find()).toEqual([{ part: 'a' }])
        expect(await other.collection(`${name}_b`).find()).toEqual([{ part: 'b' }])
      })
    })

    describe('a crash between documents and checkpoint', () => {
      const crashed = async (breakage: Breakage, changes: (name: string) => Change[]) => {
        const model = await opened<{ n: number }>()
        await model.put({ a: { n: 0 } })
        const fragile = world.openFragileStore(() => breakage)
        onTestFinished(() => fragile.close())
        await fragile.open(model.identity, [model.name])
        await expect(fragile.commit(model.name, 1n, 10n, changes(model.name))).rejects.toThrow(StoreUnavailable)
        return model
      }
      const stored = async (docs: Collection<{ n: number }>) => (await docs.get(['a'])).get('a')

      it('is made good by the same commit again', async () => {
        const changes = (collection: string): Change[] => [{ collection, id: 'a', doc: { n: 10 }, at: 10n }]
        const { name, docs } = await crashed('before', changes)
        expect(await store.commit(name, 1n, 10n, changes(name))).toBe(true)
        expect(await stored(docs)).toEqual({ doc: { n: 10 }, at: 10n })
      })

      it('after the checkpoint was moved shows as a checkpoint elsewhere', async () => {
        const changes = (collection: string): Change[] => [{ collection, id: 'a', doc: { n: 10 }, at: 10n }]
        const { name, docs, identity } = await crashed('after', changes)
        expect(await store.commit(name, 1n, 10n, changes(name))).toBe(false)
        expect(await store.open(identity, [name])).toBe(10n)
        expect(await stored(docs)).toEqual({ doc: { n: 10 }, at: 10n })
      })

      it('leaves nothing that a runner with smaller steps could set back', async () => {
        const { name, docs } = await crashed('before', (collection) => [
          { collection, id: 'a', doc: { n: 10 }, at: 10n },
        ])
        const left = await stored(docs)
        expect(await store.commit(name, 1n, 5n, [{ collection: name, id: 'a', doc: { n: 5 }, at: 5n }])).toBe(true)
        const after = await stored(docs)
        expect(after).toEqual(left?.at === 10n ? left : { doc: { n: 5 }, at: 5n })
        expect(await store.commit(name, 5n, 10n, [{ collection: name, id: 'a', doc: { n: 10 }, at: 10n }])).toBe(true)
        expect(await stored(docs)).toEqual({ doc: { n: 10 }, at: 10n })
      })

      it('does not let a runner with smaller steps bring back what is removed further on', async () => {
        const { name, docs } = await crashed('before', (collection) => [{ collection, id: 'a', doc: null, at: 10n }])
        const wasGone = (await docs.count()) === 0
        expect(await store.commit(name, 1n, 5n, [{ collection: name, id: 'a', doc: { n: 5 }, at: 5n }])).toBe(true)
        expect(await docs.count()).toBe(wasGone ? 0 : 1)
        expect(await store.commit(name, 5n, 10n, [{ collection: name, id: 'a', doc: null, at: 10n }])).toBe(true)
        expect(await docs.count()).toBe(0)
        expect((await stored(docs))?.doc ?? null).toBeNull()
      })
    })

    describe('removal', () => {
      it('hides the document from every reading', async () => {
        const { docs, put } = await opened<{ n: number | null }>([['n']])
        await put({ a: { n: 1 }, b: { n: null } })
        await put({ a: null })
        expect((await docs.get(['a', 'b'])).get('a')?.doc ?? null).toBeNull()
        expect(await docs.find()).toEqual([{ n: null }])
        expect(await docs.find({ where: { n: 1 } })).toEqual([])
        expect(await docs.count({ n: null })).toBe(1)
        expect(await docs.count()).toBe(1)
      })

      it('is not undone by the replay of an older event', async () => {
        const { name, docs, put } = await opened()
        await put({ a: { n: 1 } })
        const removed = await put({ a: null })
        expect(
          await store.commit(name, removed, removed + 1n, [
            { collection: name, id: 'a', doc: { n: 1 }, at: removed - 1n },
          ]),
        ).toBe(true)
        expect((await docs.get(['a'])).get('a')?.doc ?? null).toBeNull()
        expect(await docs.count()).toBe(0)
      })

      it('may be followed by the same id again', async () => {
        const { docs, put } = await opened()
        await put({ a: { n: 1 } })
        await put({ a: null })
        const at = await put({ a: { n: 2 } })
        expect((await docs.get(['a'])).get('a')).toEqual({ doc: { n: 2 }, at })
        expect(await docs.count()).toBe(1)
      })

      it('of a document that is not there is fine', async () => {
        const { docs, put } = await opened()
        await put({ never: null })
        expect(await docs.count()).toBe(0)
      })
    })

    describe('find', () => {
      type Note = { id: string; user: string; verse: number; title: string | null; open: boolean; score?: number }
      const notes = Object.fromEntries(
        Array.from({ length: 60 }, (_, i) => {
          const id = `n${String(i).padStart(2, '0')}`
          const note: Note = {
            id,
            user: `u${i % 3}`,
            verse: i % 10,
            title: i % 4 === 0 ? null : `t${i % 7}`,
            open: i % 2 === 0,
          }
          return [id, i % 5 === 0 ? note : { ...note, score: i / 2 }]
        }),
      )
      const all = Object.values(notes)
      let docs: Awaited<ReturnType<typeof opened<Note>>>['docs']
      const idsOf = (found: Note[]) => found.map(({ id }) => id)
      beforeAll(async () => {
        const model = await opened<Note>([['user', 'verse'], ['score'], ['title']])
        docs = model.docs
        await model.put(notes)
      })

      it('filters by equality, of every type', async () => {
        expect(idsOf(await docs.find({ where: { user: 'u1', verse: 4 } }))).toEqual(
          idsOf(all.filter((n) => n.user === 'u1' && n.verse === 4)),
        )
        expect(idsOf(await docs.find({ where: { open: true, verse: 0 } }))).toEqual(
          idsOf(all.filter((n) => n.open && n.verse === 0)),
        )
        expect(idsOf(await docs.find({ where: { title: null } }))).toEqual(idsOf(all.filter((n) => n.title === null)))
      })

      it('takes an absent field for null', async () => {
        expect(await docs.count({ score: null } as never)).toBe(all.filter((n) => n.score === undefined).length)
      })

      it('does not take a number for the same digits', async () => {
        expect(await docs.find({ where: { verse: '4' } })).toEqual([])
        expect(await docs.find({ where: { verse: { in: ['4'] } } })).toEqual([])
        expect(await docs.find({ where: { verse: { gte: '' } } })).toEqual([])
        expect(await docs.find({ where: { title: { gte: 0 } } })).toEqual([])
        expect(await docs.find({ where: { open: { gte: 0 } } })).toEqual([])
      })

      it('filters by alternatives', async () => {
        expect(
          idsOf(await docs.find({ where: { user: { in: ['u0', 'u2', 'nobody'] }, verse: { in: [1, 2] } } })),
        ).toEqual(idsOf(all.filter((n) => n.user !== 'u1' && (n.verse === 1 || n.verse === 2))))
        expect(await docs.find({ where: { user: { in: [] } } })).toEqual([])
      })

      it('filters by range, of numbers and strings', async () => {
        expect(idsOf(await docs.find({ where: { score: { gt: 4, lte: 9.5 } } }))).toEqual(
          idsOf(all.filter((n) => n.score !== undefined && n.score > 4 && n.score <= 9.5)),
        )
        expect(idsOf(await docs.find({ where: { title: { gte: 't2', lt: 't5' } } }))).toEqual(
          idsOf(all.filter((n) => n.title !== null && n.title >= 't2' && n.title < 't5')),
        )
      })

      it('sorts by several fields, ties by id in the direction of the last', async () => {
        const up = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
        expect(
          idsOf(
            await docs.find({
              sort: [
                ['verse', 'asc'],
                ['user', 'desc'],
              ],
            }),
          ),
        ).toEqual(idsOf(all.toSorted((a, b) => up(a.verse, b.verse) || up(b.user, a.user) || up(b.id, a.id))))
        expect(idsOf(await docs.find({ sort: [['user', 'asc']] }))).toEqual(
          idsOf(all.toSorted((a, b) => up(a.user, b.user) || up(a.id, b.id))),
        )
      })

      it('sorts numbers as numbers, and what is absent or null first', async () => {
        const found = await docs.find({ sort: [['score', 'asc']] })
        const scores = found.map((n) => n.score ?? -1)
        expect(scores).toEqual(scores.toSorted((a, b) => a - b))
        expect(found).toHaveLength(60)
        const down = await docs.find({ sort: [['score', 'desc']], limit: 1 })
        expect(down[0]?.score).toBe(29.5)
      })

      it('pages without gaps or repeats, though fields tie', async () => {
        const paged: Note[] = []
        for (let skip = 0; ; skip += 7) {
          const page = await docs.find({ where: { user: 'u1' }, sort: [['open', 'desc']], limit: 7, skip })
          paged.push(...page)
          if (page.length < 7) break
        }
        expect(paged).toEqual(await docs.find({ where: { user: 'u1' }, sort: [['open', 'desc']] }))
        expect(new Set(idsOf(paged)).size).toBe(20)
      })

      it('takes a limit of 0 and a skip past the end', async () => {
        expect(await docs.find({ limit: 0 })).toEqual([])
        expect(await docs.find({ skip: 60 })).toEqual([])
        expect(await docs.find({ skip: 59 })).toHaveLength(1)
      })

      it('counts', async () => {
        expect(await docs.count()).toBe(60)
        expect(await docs.count({ user: 'u0' })).toBe(20)
        expect(await docs.count({ user: 'nobody' })).toBe(0)
      })

      it('sorts strings by code point, Korean as well', async () => {
        const { docs: words, put } = await opened<{ word: string }>([['word']])
        const list = ['하늘', '가나', '나라', 'b', 'B', 'a', '_', '']
        await put(Object.fromEntries(list.map((word, i) => [`w${i}`, { word }])))
        expect((await words.find({ sort: [['word', 'asc']] })).map(({ word }) => word)).toEqual(list.toSorted())
      })

      it.each(["'", '"', "' OR '1'='1", '\\', '$gt', '{"$gt":""}', '%', '?', '$1', ');--'])(
        'takes %s in a value for what it is',
        async (text) => {
          const { docs: words, put } = await opened<{ word: string }>()
          await put({ a: { word: text }, b: { word: 'other' } })
          expect(await words.find({ where: { word: text } })).toEqual([{ word: text }])
          expect(await words.count({ word: { in: [text] } })).toBe(1)
          expect(await words.count({ word: { gte: text, lte: text } })).toBe(1)
        },
      )

      it.each(["a'", 'a"', 'a.b', '$where', 'a b', '', "x') OR 1=1 --", '__proto__x-'])(
        'refuses the field %j',
        async (field) => {
          await expect(docs.find({ where: { [field]: 1 } as never })).rejects.toThrow(TypeError)
          await expect(docs.count({ [field]: 1 } as never)).rejects.toThrow(TypeError)
          await expect(docs.find({ sort: [[field as 'user', 'asc']] })).rejects.toThrow(TypeError)
        },
      )

      it('refuses what is no condition, direction, limit or skip', async () => {
        for (const condition of [
          { $ne: null },
          { $gt: '' },
          { gt: null },
          { in: 'x' },
          { in: [{}] },
          [1],
          Number.NaN,
          () => 1,
        ]) {
          await expect(docs.find({ where: { user: condition as never } })).rejects.toThrow(TypeError)
        }
        await expect(docs.find({ sort: [['user', 'asc; DROP TABLE x' as 'asc']] })).rejects.toThrow(TypeError)
        for (const count of [-1, 1.5, Number.NaN, '1; DROP TABLE x' as unknown as number]) {
          await expect(docs.find({ limit: count })).rejects.toThrow(TypeError)
          await expect(docs.find({ skip: count })).rejects.toThrow(TypeError)
        }
      })

      it('finds nothing for a string no document can hold', async () => {
        for (const text of ['\0', 'a\0', '\ud800']) {
          expect(await docs.find({ where: { user: text } })).toEqual([])
          expect(await docs.count({ user: { in: [text] } })).toBe(0)
          expect(await docs.count({ user: { gte: text } })).toBe(0)
        }
      })

      it.each(['', 'Upper', 'a-b', 'a.b', 'a"b', '1a', `a${'b'.repeat(60)}`])('refuses the collection %j', (name) => {
        expect(() => store.collection(name)).toThrow(TypeError)
      })

      it('reads a collection that nobody has written yet', async () => {
        const docsOfNobody = store.collection<{ a: number }>(`unwritten_${++names}`, [['a']])
        expect(await docsOfNobody.find({ where: { a: 1 } })).toEqual([])
        expect(await docsOfNobody.get(['a'])).toEqual(new Map())
        expect(await docsOfNobody.count()).toBe(0)
      })
    })

    describe('open', () => {
      it('answers the position that was reached', async () => {
        const { identity, name, put } = await opened()
        await put({ a: { n: 1 }, b: { n: 2 } })
        expect(await store.open(identity, [name])).toBe(2n)
        expect(await other.open(identity, [name])).toBe(2n)
      })

      it('by many processes at once makes one read model', async () => {
        const name = `model_${++names}`
        const identity = { name, version: 1, log: LOG }
        const stores = Array.from({ length: 5 }, () => world.openStore())
        const positions = await Promise.all([...stores, store, other].map((one) => one.open(identity, [name])))
        expect(positions).toEqual([0n, 0n, 0n, 0n, 0n, 0n, 0n])
        const won = await Promise.all(stores.map((one) => one.commit(name, 0n, 1n, [])))
        expect(won.filter(Boolean)).toHaveLength(1)
        await Promise.all(stores.map((one) => one.close()))
      })

      it('of a newer version starts over and stops the runner of the older one', async () => {
        const { identity, name, docs, put } = await opened()
        const position = await put({ a: { n: 1 } })
        expect(await other.open({ ...identity, version: 2 }, [name])).toBe(0n)
        expect(await docs.count()).toBe(0)
        expect(
          await store.commit(name, position, position + 1n, [
            { collection: name, id: 'b', doc: { n: 1 }, at: position + 1n },
          ]),
        ).toBe(false)
        expect(await docs.count()).toBe(0)
        await expect(store.open(identity, [name])).rejects.toThrow(ReadModelOfNewerVersion)
        await expect(store.open(identity, [name])).rejects.toThrow(/version 2/)
      })

      it('of a newer version takes documents at older positions again', async () => {
        const { identity, name, docs, put } = await opened()
        await put({ a: { n: 1 }, b: { n: 2 }, c: { n: 3 } })
        await put({ b: null })
        const newer = { ...identity, version: 2 }
        await store.open(newer, [name])
        expect(
          await store.commit(
            name,
            0n,
            2n,
            [1n, 2n].map(
              (at): Change => ({ collection: name, id: `${at === 1n ? 'a' : 'b'}`, doc: { again: true }, at }),
            ),
          ),
        ).toBe(true)
        expect(await docs.find()).toEqual([{ again: true }, { again: true }])
        expect((await docs.get(['a'])).get('a')?.at).toBe(1n)
      })

      it('refuses the checkpoint of another log, and says the way out', async () => {
        const { identity, name, docs, put } = await opened()
        await put({ a: { n: 1 } })
        const elsewhere = { ...identity, log: 'log-2' }
        await expect(other.open(elsewhere, [name])).rejects.toThrow(CheckpointOfAnotherLog)
        await expect(other.open({ ...elsewhere, version: 2 }, [name])).rejects.toThrow(/log-1.*log-2.*reset/s)
        expect(await docs.count()).toBe(1)
        await store.reset(name, [name])
        expect(await other.open(elsewhere, [name])).toBe(0n)
      })

      it('takes another log as long as nothing was processed', async () => {
        const { identity, name } = await opened()
        expect(await other.open({ ...identity, log: 'log-2' }, [name])).toBe(0n)
        await expect(other.commit(name, 0n, 1n, [])).resolves.toBe(true)
        await expect(store.open(identity, [name])).rejects.toThrow(CheckpointOfAnotherLog)
      })
    })

    describe('reset', () => {
      it('drops documents and checkpoint, and fences whoever runs', async () => {
        const { identity, name, docs, put } = await opened()
        const position = await put({ a: { n: 1 }, b: { n: 2 } })
        await other.reset(name, [name])
        expect(await docs.count()).toBe(0)
        expect(await store.commit(name, position, position + 1n, [])).toBe(false)
        expect(await store.commit(name, 0n, 1n, [{ collection: name, id: 'x', doc: { n: 1 }, at: 1n }])).toBe(false)
        expect(await docs.count()).toBe(0)
        expect(await store.open(identity, [name])).toBe(0n)
        expect(await store.commit(name, 0n, 1n, [{ collection: name, id: 'a', doc: { n: 1 }, at: 1n }])).toBe(true)
        expect((await docs.get(['a'])).get('a')).toEqual({ doc: { n: 1 }, at: 1n })
      })

      it('is seen by other processes', async () => {
        const { name, put } = await opened()
        await put({ a: { n: 1 } })
        expect(await other.waitFor(name, 1n, 5_000)).toBe(true)
        await store.reset(name, [name])
        await expect.poll(() => other.checkpoint(name), { timeout: 5_000 }).toBe(0n)
      })

      it('lets an older version in again', async () => {
        const { identity, name } = await opened()
        await store.open({ ...identity, version: 5 }, [name])
        await store.reset(name, [name])
        expect(await store.open(identity, [name])).toBe(0n)
      })

      it('leaves other projections alone', async () => {
        const one = await opened()
        const two = await opened()
        await one.put({ a: { n: 1 } })
        await two.put({ a: { n: 1 } })
        await store.reset(one.name, [one.name])
        expect(await two.docs.count()).toBe(1)
        expect(await store.checkpoint(two.name)).toBe(1n)
      })

      it('of a projection that never ran is fine', async () => {
        const name = `model_${++names}`
        await store.reset(name, [name])
        expect(await store.checkpoint(name)).toBe(0n)
      })
    })

    describe('checkpoint and waitFor', () => {
      it('say 0 of a projection that never ran', async () => {
        expect(await store.checkpoint('never_ran')).toBe(0n)
        expect(await store.waitFor('never_ran', 0n, 10)).toBe(true)
        expect(await store.waitFor('never_ran', 1n, 10)).toBe(false)
      })

      it('reflect a commit of the same process at once', async () => {
        const { name, put } = await opened()
        for (let n = 0; n < 20; n++) {
          const position = await put({ a: { n } })
          expect(await store.checkpoint(name)).toBe(position)
          expect(await store.waitFor(name, position, 0)).toBe(true)
        }
      })

      it('never lead what another process can read', async () => {
        const { name, put } = await opened<{ n: number }>()
        const theirs = other.collection<{ n: number }>(name)
        let done = false
        onTestFinished(() => {
          done = true
        })
        const reading = (async () => {
          while (!done) {
            const known = await other.checkpoint(name)
            const found = await theirs.get(['a'])
            expect(found.get('a')?.at ?? 0n).toBeGreaterThanOrEqual(known)
          }
        })()
        for (let n = 0; n < 60; n++) await put({ a: { n } })
        done = true
        await reading
      })

      it('is false after the time is up, not before', async () => {
        const { name } = await opened()
        const started = performance.now()
        expect(await store.waitFor(name, 1n, 150)).toBe(false)
        expect(performance.now() - started).toBeGreaterThanOrEqual(145)
        expect(performance.now() - started).toBeLessThan(1_500)
      })

      it('is woken by the commit of another process', async () => {
        const { name, put } = await opened()
        // So that the other process listens already, as a server does.
        await other.checkpoint(name)
        const took: number[] = []
        for (let n = 0; n < 5; n++) {
          const waiting = other.waitFor(name, BigInt(n + 1), 10_000)
          const started = performance.now()
          await put({ a: { n } })
          expect(await waiting).toBe(true)
          took.push(performance.now() - started)
        }
        // A signal takes milliseconds; asking once a second would take longer than this five times of five.
        expect(Math.min(...took)).toBeLessThan(400)
      })

      it('wakes many waiters, each at its own position', async () => {
        const { name } = await opened()
        const order: number[] = []
        const waiting = Array.from({ length: 200 }, (_, i) =>
          other.waitFor(name, BigInt((i % 20) + 1), 20_000).then((reached) => {
            expect(reached).toBe(true)
            order.push((i % 20) + 1)
          }),
        )
        const tooFar = other.waitFor(name, 21n, 300)
        for (let position = 0n; position < 20n; position += 5n) {
          await store.commit(name, position, position + 5n, [])
          await other.waitFor(name, position + 5n, 10_000)
        }
        await Promise.all(waiting)
        expect(order.map((position) => Math.ceil(position / 5))).toEqual(
          order.map((position) => Math.ceil(position / 5)).toSorted((a, b) => a - b),
        )
        expect(await tooFar).toBe(false)
      })

      it('ends when the store closes', async () => {
        const { name } = await opened()
        const leaving = world.openStore()
        const waiting = leaving.waitFor(name, 1n, 60_000)
        await leaving.close()
        expect(await waiting).toBe(false)
      })
    })
  })
}
