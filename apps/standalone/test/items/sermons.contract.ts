import { richTextOf } from '@pathlight/contracts/rich-text-rules.ts'
import { sermonStream } from '@pathlight/domain/sermons/events.ts'
import { reflecting } from '@pathlight/testing/eventually.ts'
import { describe, expect, it } from 'vitest'
import { type Answer, type AppUnderTest, signUpSomebody } from '../app-under-test.contract.ts'

const JOHN_3_16 = 43_003_016
const FIELDS = {
  title: 'Love',
  speaker: 'Ann',
  version: 'KJV',
  book: 'John',
  startChapter: 3,
  startVerseId: JOHN_3_16,
  endChapter: 4,
  endVerseId: 43_004_002,
}
const RICH = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 1, textAlign: 'center' }, content: [{ type: 'text', text: '길과 빛' }] },
    {
      type: 'scripture',
      attrs: { reference: '요 3:16', version: 'KJV', verseId: JOHN_3_16, lang: 'ko' },
      content: [
        { type: 'paragraph', content: [{ type: 'text', text: 'For God so loved', marks: [{ type: 'bold' }] }] },
      ],
    },
  ],
}

export const sermonsContract = (running: () => AppUnderTest): void => {
  describe('sermons over HTTP', () => {
    const somebody = () => signUpSomebody(running().app)
    type Somebody = Awaited<ReturnType<typeof somebody>>
    const add = (who: Somebody, more: object = {}, headers = {}) =>
      who.ask('POST', '/api/sermon/', { body: { ...FIELDS, content: RICH, verseId: JOHN_3_16, ...more }, headers })
    const edit = (who: Somebody, id: string, more: object = {}, headers = {}) =>
      who.ask('PUT', `/api/sermon/${id}`, { body: { ...FIELDS, content: RICH, ...more }, headers })
    const readAfter = async (write: Answer, who: Somebody, url: string): Promise<Answer> =>
      reflecting(write, (headers) => who.ask('GET', url, { headers }))

    it('one is written, and read at once: alone, on its verses and chapters, in the list, the overlay and the counts', async () => {
      const ann = await somebody()
      const added = await add(ann)
      expect(added).toMatchObject({
        status: 201,
        headers: { etag: '"1"', location: `/api/sermon/${added.body.newSermon?.id}` },
        body: {
          verseId: JOHN_3_16,
          newSermon: {
            user_id: ann.id,
            title: 'Love',
            speaker: 'Ann',
            version: 'KJV',
            book: 'John',
            start_chapter: 3,
            start_verse_id: JOHN_3_16,
            end_chapter: 4,
            end_verse_id: 43_004_002,
            revision: 1,
          },
        },
      })
      const sermon = added.body.newSermon
      expect(sermon.content).toEqual(RICH)
      const read = async (url: string) => (await readAfter(added, ann, url)).body
      expect(await read(`/api/sermon/${sermon.id}`)).toEqual(sermon)
      for (const verseId of [JOHN_3_16, JOHN_3_16 + 1, 43_003_036, 43_004_001, 43_004_002])
        expect(await read(`/api/sermon/${verseId}`)).toEqual({ verseId, sermons: [sermon] })
      for (const verseId of [JOHN_3_16 - 1, 43_004_003, 42_003_016])
        expect(await read(`/api/sermon/${verseId}`)).toEqual({ verseId, sermons: [] })
      expect(await read('/api/sermon/user')).toEqual([sermon])
      for (const chapter of [3, 4])
        expect(await read(`/api/sermon/user/chapter?book=John&chapter=${chapter}`)).toEqual([sermon])
      for (const chapter of [2, 5])
        expect(await read(`/api/sermon/user/chapter?book=John&chapter=${chapter}`)).toEqual([])

      const { content: _content, ...outline } = sermon
      const on = async (chapter: number) =>
        (await read(`/api/overlay?book=John&chapter=${chapter}&version=KJV`)).sermons
      expect(await on(3)).toEqual([{ ...outline, shown_from: JOHN_3_16, shown_to: 43_003_999 }])
      expect(await on(4)).toEqual([{ ...outline, shown_from: 43_004_001, shown_to: 43_004_002 }])
      expect(await on(5)).toEqual([])
      expect(await read('/api/sermon/user?content=none')).toEqual([
        { ...outline, excerpt: '길과 빛 — For God so loved' },
      ])
      expect(await read('/api/resource-counts')).toMatchObject({ sermons_count: 1 })
    })

    it('both paths of the specification change one, which moves with all that it is', async () => {
      const ann = await somebody()
      const { id } = (await add(ann)).body.newSermon
      const moved = { startChapter: 1, startVerseId: 43_001_001, endChapter: 1, endVerseId: 43_001_014 }
      const edited = await edit(ann, id, { title: 'Word', ...moved }, { 'if-match': '"1"' })
      expect(edited).toMatchObject({
        status: 200,
        headers: { etag: '"2"' },
        body: { id, verseId: 43_001_001, title: 'Word', end_verse_id: 43_001_014, revision: 2 },
      })
      const read = async (url: string) => (await readAfter(edited, ann, url)).body
      expect(await read('/api/sermon/user/chapter?book=John&chapter=3')).toEqual([])
      expect(await read('/api/sermon/user/chapter?book=John&chapter=1')).toMatchObject([{ id }])
      expect((await read('/api/overlay?book=John&chapter=3')).sermons).toEqual([])
      const other = await ann.ask('PUT', `/api/sermons/${id}`, { body: { ...FIELDS, content: 'Plain.' } })
      expect(other).toMatchObject({ status: 200, body: { id, verseId: JOHN_3_16, content: richTextOf('Plain.') } })
      const { events } = await running().stores.log.readStream(sermonStream(ann.id, id))
      expect(events.at(-1)).toMatchObject({
        data: { startVerseId: JOHN_3_16, before: { startVerseId: 43_001_001, endVerseId: 43_001_014 } },
      })
    })

    it('HTML and plain text become rich text; what could do something is gone, and no word', async () => {
      const ann = await somebody()
      const html = '<h1 onclick="x()">길</h1><p>a <b>b</b> <a href="javascript:x()">c</a></p><script>x()</script>'
      const content = async (sent: unknown) => (await add(ann, { content: sent })).body.newSermon.content
      expect(await content(html)).toEqual({
        type: 'doc',
        content: [
          { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: '길' }] },
          {
            type: 'paragraph',
            content: [
              { type: 'text', text: 'a ' },
              { type: 'text', text: 'b', marks: [{ type: 'bold' }] },
              { type: 'text', text: ' ' },
              { type: 'text', text: 'c' },
            ],
          },
        ],
      })
      expect(await content('a < b\n<John 3:16>')).toEqual(richTextOf('a < b\n<John 3:16>'))
      const long = richTextOf('길'.repeat(66_000))
      expect(await content(long)).toEqual(long)
    })

    it('a version whose text is not here takes any verse that a Bible may have', async () => {
      const ann = await somebody()
      expect(await add(ann, { version: 'niv', endChapter: 3, endVerseId: 43_003_036 })).toMatchObject({
        status: 201,
        body: { newSermon: { version: 'NIV' } },
      })
    })

    it('several may be on one verse', async () => {
      const ann = await somebody()
      await add(ann, { title: 'First' })
      const second = await add(ann, { title: 'Second' })
      const { body } = await readAfter(second, ann, `/api/sermon/${JOHN_3_16}`)
      expect(body.sermons.map(({ title }: { title: string }) => title)).toEqual(['First', 'Second'])
      const bob = await somebody()
      expect((await readAfter(second, bob, `/api/sermon/${JOHN_3_16}`)).body).toEqual({
        verseId: JOHN_3_16,
        sermons: [],
      })
    })

    it('is found by title, speaker, content and verses in both languages', async () => {
      const ann = await somebody()
      await add(ann, {
        title: 'Other',
        content: 'Nothing of it',
        startChapter: 3,
        endChapter: 3,
        endVerseId: JOHN_3_16,
      })
      const last = await add(ann, { title: 'The Lamp', speaker: '김은혜', content: '<p>deep <b>waters</b></p>' })
      const find = async (query: string, more = '') => {
        const url = `/api/sermon/user?query=${encodeURIComponent(query)}${more}`
        return (await readAfter(last, ann, url)).body.map(({ title }: { title: string }) => title)
      }
      for (const query of ['lamp', '은혜', 'deep waters', 'john 4:2', '요한복음 3:16-4:2', '요 4:2 lamp'])
        expect(await find(query), query).toEqual(['The Lamp'])
      expect(await find('kjv')).toEqual(['The Lamp', 'Other'])
      expect(await find('waters', '&content=none')).toEqual(['The Lamp'])
      expect(await find('marks')).toEqual([])
    })

    it('two devices: the second hears what the first saved, and loses nothing', async () => {
      const ann = await somebody()
      const { id } = (await add(ann)).body.newSermon
      const saves = await Promise.all(
        ['phone', 'desk', 'tablet'].map((title) => edit(ann, id, { title }, { 'if-match': '"1"' })),
      )
      const [saved, ...others] = saves.toSorted((a, b) => a.status - b.status)
      expect(saved).toMatchObject({ status: 200, body: { revision: 2 } })
      for (const other of others)
        expect(other).toMatchObject({
          status: 412,
          headers: { etag: '"2"' },
          problem: { code: 'revision_mismatch', current: { id, title: saved?.body.title, content: RICH } },
        })
      expect((await ann.ask('DELETE', `/api/sermon/${id}`, { headers: { 'if-match': '"1"' } })).status).toBe(412)
    })

    it('a repeat is answered as the first was, and writes nothing', async () => {
      const ann = await somebody()
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const first = await add(ann, {}, headers)
      expect(await add(ann, {}, headers)).toMatchObject({ status: 201, body: first.body })
      const { id } = first.body.newSermon
      const key = { 'idempotency-key': crypto.randomUUID() }
      const edited = await edit(ann, id, { title: 'New' }, key)
      await edit(ann, id, { title: 'Newer' })
      expect(await edit(ann, id, { title: 'New' }, key)).toMatchObject({ status: 200, body: edited.body })
      expect(await edit(ann, id, { title: 'Other' }, key)).toMatchObject({ status: 422 })
    })

    it('is removed from everything, for good', async () => {
      const ann = await somebody()
      const { id } = (await add(ann)).body.newSermon
      const removed = await ann.ask('DELETE', `/api/sermon/${id}`)
      expect(removed).toMatchObject({ status: 200, body: { message: 'Sermon deleted successfully!' } })
      expect((await readAfter(removed, ann, `/api/sermon/${id}`)).status).toBe(404)
      expect((await readAfter(removed, ann, '/api/sermon/user')).body).toEqual([])
      expect((await readAfter(removed, ann, '/api/sermon/user?content=none')).body).toEqual([])
      expect((await readAfter(removed, ann, '/api/resource-counts')).body.sermons_count).toBe(0)
      expect((await edit(ann, id)).status).toBe(404)
      expect((await add(ann, { id })).status).toBe(409)
    })
  })
}
