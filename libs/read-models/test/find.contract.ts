import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Collection, Document } from '../src/read-model-store.ts'
import { liveModel, type ReadModelSpace, type ReadModelWorld } from './world.contract.ts'

/** The contract of finding documents by their fields, sorted and page by page. */
export function findContract(engine: string, running: () => ReadModelWorld): void {
  describe(`finding in ${engine}`, () => {
    const spaces: ReadModelSpace[] = []
    afterAll(() => Promise.all(spaces.map((space) => space.close())))
    const opened = <D extends Document = Document>(indexes: readonly (readonly (keyof D & string)[])[] = []) => {
      const space = running().space()
      spaces.push(space)
      return liveModel<D>(space.openStore(), indexes)
    }
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
    let docs: Collection<Note>
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

    it('tells the different strings of a field', async () => {
      expect((await docs.distinct('user')).sort()).toEqual(['u0', 'u1', 'u2'])
      const owners = all.filter(({ verse, score = 0 }) => verse === 9 && score >= 20).map(({ user }) => user)
      expect((await docs.distinct('user', { verse: 9, score: { gte: 20 } })).sort()).toEqual(
        [...new Set(owners)].sort(),
      )
      expect(await docs.distinct('title', { user: 'nobody' })).toEqual([])
      // `distinct` leaves out null and values that are not strings.
      expect((await docs.distinct('title')).sort()).toEqual(['t0', 't1', 't2', 't3', 't4', 't5', 't6'])
      expect(await docs.distinct('verse')).toEqual([])
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

    it('takes a limit of 0 and one past the end', async () => {
      expect(await docs.find({ limit: 0 })).toEqual([])
      expect(await docs.find({ limit: 1_000 })).toHaveLength(60)
    })

    it('goes on after a document, in the order of ids', async () => {
      const where = { user: 'u1' }
      const ids = idsOf(all.filter(({ user }) => user === 'u1'))
      const first = await docs.find({ where, limit: 7 })
      expect(idsOf([...first, ...(await docs.find({ where, after: first.at(-1)?.id ?? '' }))])).toEqual(ids)
      expect(await docs.find({ where, after: ids.at(-1) ?? '' })).toEqual([])
    })

    it('counts', async () => {
      expect(await docs.count()).toBe(60)
      expect(await docs.count({ user: 'u0' })).toBe(20)
      expect(await docs.count({ user: 'nobody' })).toBe(0)
      expect(await docs.count(undefined, { most: 7 })).toBe(7)
      expect(await docs.count({ user: 'u0' }, { most: 19, sort: [['score', 'desc']] })).toBe(19)
      expect(await docs.count({ user: 'u0' }, { most: 21 })).toBe(20)
      for (const most of [0, -1, 1.5]) await expect(docs.count({ user: 'u0' }, { most })).rejects.toThrow(TypeError)
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

    it('refuses what is no condition, direction or limit', async () => {
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
      }
    })

    it('finds nothing for a string no document can hold', async () => {
      for (const text of ['\0', 'a\0', '\ud800']) {
        expect(await docs.find({ where: { user: text } })).toEqual([])
        expect(await docs.count({ user: { in: [text] } })).toBe(0)
        expect(await docs.count({ user: { gte: text } })).toBe(0)
      }
    })
  })
}
