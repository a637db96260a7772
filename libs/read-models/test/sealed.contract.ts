import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NO_WORK, type ReadModelStore } from '../src/read-model-store.ts'
import { sealedReadModels } from '../src/sealed-read-models.ts'
import { liveModel, type ReadModelSpace, type ReadModelWorld } from './world.contract.ts'

type Page = { user_id: string; id: string; place: number; title: string | null; text: string }

/** The contract of sealed read models: each person's words are sealed under that person's key. */
export function sealedContract(engine: string, running: () => ReadModelWorld): void {
  describe(`personal fields in ${engine}`, () => {
    let space: ReadModelSpace
    let keys: Map<string, Uint8Array>
    beforeEach(() => {
      space = running().space()
      keys = new Map(['ann', 'bob'].map((user) => [user, randomBytes(32)]))
    })
    afterEach(() => space.close())

    const personal = ['title', 'text'] as const
    /** Opens a store with a key cache of its own, as a process has it. */
    const open = (store: ReadModelStore = space.openStore()) =>
      sealedReadModels(store, { keyOf: async (userId) => keys.get(userId) ?? null })
    const model = async () => liveModel<Page>(open(), [['user_id', 'place']], personal)
    const page = (user_id: string, place: number): Page => ({
      user_id,
      id: `${place}`,
      place,
      title: null,
      text: `길 ${user_id}`,
    })
    const plain = () => space.openStore().generation<Page>({ name: 'things' }, 1)

    it('are opened wherever documents are read, and stand nowhere in clear', async () => {
      const { docs, stored, put } = await model()
      const pages = { 'ann.1': page('ann', 1), 'ann.2': page('ann', 2), 'bob.1': page('bob', 1) }
      const last = await put(pages)
      expect(await docs.get('ann.1')).toEqual(pages['ann.1'])
      expect(await docs.find({ where: { user_id: 'ann', place: { gt: 1 } } })).toEqual([pages['ann.2']])
      expect(await docs.count({ user_id: 'ann' })).toBe(2)
      expect(await stored.load(['bob.1'])).toEqual(new Map([['bob.1', { doc: pages['bob.1'], at: last }]]))
      expect((await stored.page('', 10)).map(({ doc }) => doc)).toEqual(Object.values(pages))
      const kept = await plain().find()
      expect(kept.map((doc) => Object.keys(doc).sort())).toEqual(Array(3).fill(['id', 'place', 'sealed', 'user_id']))
      expect(JSON.stringify(kept)).not.toContain('길')
    })

    it('are gone with their key, wherever the documents are', async () => {
      const { model: things, put } = await model()
      await put({ 'ann.1': page('ann', 1), 'bob.1': page('bob', 1) })
      keys.delete('ann')
      const later = open()
      expect(await later.collection(things).get('ann.1')).toBeNull()
      expect(await later.collection(things).find()).toEqual([page('bob', 1)])
      const held = await later.generation(things, 1).load(['ann.1'])
      expect(held.get('ann.1')?.doc).toBeNull()
    })

    it('open for no other person, and in no other document', async () => {
      const { model: things, put } = await model()
      await put({ 'ann.1': page('ann', 1), 'bob.1': page('bob', 1) })
      const [anns] = await plain().find({ where: { user_id: 'ann' } })
      const raw = space.openStore()
      for (const doc of [
        { ...anns, user_id: 'bob' },
        { ...anns, id: '7' },
      ]) {
        const [checkpoint] = await raw.checkpoints()
        if (checkpoint === undefined) throw new Error('no checkpoint')
        const at = checkpoint.position + 1n
        const changes = [{ model: 'things', generation: 1, id: 'moved', doc, at }]
        await raw.move([checkpoint], { position: at, last: null }, { ...NO_WORK, changes })
        await expect(open().collection(things).get('moved')).rejects.toThrow()
      }
    })

    it('of documents from before they were sealed are read as they are', async () => {
      const { put } = await liveModel<Page>(space.openStore())
      await put({ 'ann.1': page('ann', 1) })
      const things = { name: 'things', personal }
      expect(await open().collection<Page>(things).get('ann.1')).toEqual(page('ann', 1))
    })
  })
}
