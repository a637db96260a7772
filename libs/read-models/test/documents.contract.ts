import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkDocument } from '../src/document-rules.ts'
import { type Document, NO_WORK } from '../src/read-model-store.ts'
import { liveModel, type ReadModelSpace, type ReadModelWorld } from './world.contract.ts'

/** The contract of storing and reading documents. */
export function documentsContract(engine: string, running: () => ReadModelWorld): void {
  describe(`documents in ${engine}`, () => {
    let space: ReadModelSpace
    beforeEach(() => {
      space = running().space()
    })
    afterEach(() => space.close())
    const opened = <D extends Document = Document>(indexes: readonly (readonly (keyof D & string)[])[] = []) =>
      liveModel<D>(space.openStore(), indexes)

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
      checkDocument('things', 'a', doc)
      await put({ a: doc })
      expect(await docs.get('a')).toEqual(doc)
      expect(await docs.find()).toEqual([doc])
    })

    it('carry the position of the event last applied', async () => {
      const store = space.openStore()
      const { stored, change, checkpoint } = await liveModel<{ n: number }>(store)
      const far = 2n ** 62n + 1n
      const to = { position: far, last: null }
      await store.move([checkpoint()], to, { ...NO_WORK, changes: [change('a', { n: 1 }, far - 1n)] })
      expect(await stored.load(['a'])).toEqual(new Map([['a', { doc: { n: 1 }, at: far - 1n }]]))
      expect(await space.openStore().position()).toBe(far)
    })

    it('take an undefined field as absent, never as null', async () => {
      const { docs, put } = await opened()
      await put({ a: { here: 1, gone: undefined, inner: { gone: undefined } } })
      expect(Object.keys((await docs.get('a')) ?? {})).toEqual(['here', 'inner'])
      expect(await docs.find()).toStrictEqual([{ here: 1, inner: {} }])
    })

    it('may be large', async () => {
      const { docs, put } = await opened()
      const doc = { text: '길'.repeat(350_000), lines: Array.from({ length: 5_000 }, (_, i) => `line ${i}`) }
      await put({ large: doc })
      expect(await docs.get('large')).toEqual(doc)
    })

    it('may be many in one commit, new ones and old ones', async () => {
      const { docs, stored, put } = await opened()
      const { many } = running()
      for (const round of [1, 2]) {
        await put(Object.fromEntries(Array.from({ length: many + round }, (_, i) => [`id-${i}`, { i, round }])))
        expect(await docs.count({ round })).toBe(many + round)
      }
      const found = await stored.load(Array.from({ length: many + 500 }, (_, i) => `id-${i}`))
      expect(found.size).toBe(many + 2)
      expect(found.get(`id-${many - 1}`)?.doc).toEqual({ i: many - 1, round: 2 })
    })

    it('are read page by page in the order of their ids', async () => {
      const { stored, put } = await opened<{ n: number }>()
      const ids = ['b', 'a', 'B', '나', '가', '_', '10', '9']
      await put(Object.fromEntries(ids.map((id, n) => [id, { n }])))
      await put({ B: null })
      const paged: string[] = []
      for (let after = ''; ; ) {
        const page = await stored.page(after, 3)
        for (const { id, doc } of page) {
          paged.push(id)
          expect(doc).toEqual({ n: ids.indexOf(id) })
        }
        if (page.length < 3) break
        after = page.at(-1)?.id ?? ''
      }
      expect(paged).toEqual(ids.filter((id) => id !== 'B').toSorted())
    })

    it('have ids of any script, and none that no store can keep', async () => {
      const { docs, stored, put } = await opened()
      const ids = ['길빛/시편 119', "o'hara", '"; DROP TABLE x; --', '$where', 'a.b', '%_\\', '🙏', '__proto__']
      const documents = Object.fromEntries(ids.map((id) => [`${id}`, { id }]))
      Object.defineProperty(documents, '__proto__', { value: { id: '__proto__' }, enumerable: true })
      await put(documents)
      for (const id of ids) expect(await docs.get(id)).toEqual({ id })
      expect(await stored.load(['\0', '\ud800', '', 'x'.repeat(10_000)])).toEqual(new Map())
      expect(await docs.get('\0')).toBeNull()
    })

    it('are never read older than a commit that came before the question', async () => {
      const { docs, put } = await opened()
      for (let n = 1; n <= 30; n++) {
        const early = Array.from({ length: 5 }, () => docs.get('a'))
        await put({ a: { n } })
        expect(await docs.get('a')).toEqual({ n })
        await Promise.all(early)
      }
    })

    describe('that are removed', () => {
      it('are hidden from every reading', async () => {
        const { docs, put } = await opened<{ n: number | null }>([['n']])
        await put({ a: { n: 1 }, b: { n: null } })
        await put({ a: null })
        expect(await docs.get('a')).toBeNull()
        expect(await docs.find()).toEqual([{ n: null }])
        expect(await docs.find({ where: { n: 1 } })).toEqual([])
        expect(await docs.count({ n: null })).toBe(1)
        expect(await docs.count()).toBe(1)
      })

      it('may come again under the same id', async () => {
        const { docs, stored, put } = await opened()
        await put({ a: { n: 1 } })
        await put({ a: null })
        const at = await put({ a: { n: 2 } })
        expect((await stored.load(['a'])).get('a')).toEqual({ doc: { n: 2 }, at })
        expect(await docs.count()).toBe(1)
      })

      it('need not have been there', async () => {
        const { docs, put } = await opened()
        await put({ never: null })
        expect(await docs.count()).toBe(0)
      })
    })
  })
}
