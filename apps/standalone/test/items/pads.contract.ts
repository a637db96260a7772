import { reflecting } from '@pathlight/testing/eventually.ts'
import { describe, expect, it } from 'vitest'
import { type Answer, type AppUnderTest, signUpSomebody } from '../app-under-test.contract.ts'

const passage = (verse_id: number, version = 'KJV', end_verse_id: number | null = null) => ({
  ...{ type: 'passage', version, verse_id, end_verse_id },
})
const text = (said: string) => ({ type: 'text', text: said })

export const padsContract = (running: () => AppUnderTest): void => {
  describe('study pads over HTTP', () => {
    const somebody = () => signUpSomebody(running().app)
    type Somebody = Awaited<ReturnType<typeof somebody>>
    const add = (who: Somebody, title: string, entries: object[]) =>
      who.ask('POST', '/api/pad/', { body: { title, entries } })
    const readAfter = async (write: Answer, who: Somebody, url: string) =>
      (await reflecting(write, (headers) => who.ask('GET', url, { headers }))).body

    it('a thousand entries come back in their order, alone and in the list', async () => {
      const ann = await somebody()
      const entries = Array.from({ length: 1_000 }, (_, n) => (n % 2 ? text(`길 ${n}`) : passage(1_001_001 + (n % 30))))
      const made = await add(ann, 'All of it', entries)
      expect(made.status).toBe(201)
      expect(made.body.entries).toEqual(entries)
      expect(await readAfter(made, ann, `/api/pad/detail/${made.body.id}`)).toEqual(made.body)
      expect(await readAfter(made, ann, '/api/pad/user')).toEqual([made.body])
      expect(await readAfter(made, ann, '/api/resource-counts')).toMatchObject({ pads_count: 1, notes_count: 0 })
    })

    it('an item that is gone stays named as it is', async () => {
      const ann = await somebody()
      const { body: note } = await ann.ask('POST', '/api/note/', {
        body: { verse_id: 43_003_016, version: 'KJV', title: null, text: 'Gone soon' },
      })
      const { body: pad } = await add(ann, 'With a note', [{ type: 'item', kind: 'note', id: note.id }])
      const gone = await ann.ask('DELETE', `/api/note/detail/${note.id}`)
      expect(await readAfter(gone, ann, `/api/pad/detail/${pad.id}`)).toEqual(pad)
      const again = await ann.ask('PUT', `/api/pad/detail/${pad.id}`, {
        body: { title: 'Still', entries: [...pad.entries, text('x')] },
      })
      expect(again).toMatchObject({ status: 200, body: { entries: [pad.entries[0], text('x')] } })
    })

    it('is found by its title, its texts and its passages in both languages, also where it names none', async () => {
      const ann = await somebody()
      const { body: words } = await add(ann, 'Advent', [{ type: 'heading', text: '골짜기' }, text('The night train')])
      const placed = await add(ann, 'With me', [text('x'), passage(19_023_004, 'WEB')])
      const list = (query: string) => readAfter(placed, ann, `/api/pad/user?query=${encodeURIComponent(query)}`)
      const titles = async (query: string) => (await list(query)).map(({ title }: { title: string }) => title)
      for (const query of ['advent', '골짜기', 'night train']) expect(await titles(query)).toEqual(['Advent'])
      for (const query of ['시편 23:4', 'Psalms 23:4', 'web']) expect(await titles(query)).toEqual(['With me'])
      expect(await titles('')).toEqual(['With me', 'Advent'])
      const writing = (query: string) => readAfter(placed, ann, `/api/writing?${query}`)
      expect(await writing('query=train')).toMatchObject([
        {
          ...{ kind: 'pads', id: words.id, passage: null, title: 'Advent', excerpt: '골짜기 — The night train' },
          ...{ color: null, at: words.updated_at, created_at: words.created_at },
        },
      ])
      const on = { book: 'Psalms', chapter: 23, version: 'WEB', verse_id: 19_023_004, end_verse_id: 19_023_004 }
      expect(await writing('kind=pads&book=Psalms')).toMatchObject([{ title: 'With me', passage: on }])
    })
  })
}
