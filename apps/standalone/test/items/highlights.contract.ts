import { reflecting } from '@pathlight/testing/eventually.ts'
import { describe, expect, it } from 'vitest'
import { type Answer, type AppUnderTest, openBrowser, signUpSomebody } from '../app-under-test.contract.ts'

const JOHN_3_16 = 43_003_016
const VERSE = { version: 'KJV', book: 'John', chapter: 3, verseId: JOHN_3_16 }

export const highlightsContract = (running: () => AppUnderTest): void => {
  describe('highlights over HTTP', () => {
    const somebody = () => signUpSomebody(running().app)
    type Somebody = Awaited<ReturnType<typeof somebody>>

    /** The offsets and words of a part of John 3:16. */
    const range = async (who: Somebody, startOffset: number, endOffset: number) => {
      const { body } = await who.ask('GET', '/api/bible/chapter?version=KJV&book=John&chapter=3')
      const text: string = body.verses.find(({ verse }: { verse: number }) => verse === 16).text
      return { startOffset, endOffset, selectedText: text.slice(startOffset, endOffset) }
    }
    const add = async (who: Somebody, start: number, end: number, more: object = {}, headers = {}) =>
      who.ask('POST', '/api/highlight/add', { body: { ...VERSE, ...(await range(who, start, end)), ...more }, headers })
    const readAfter = (write: Answer, who: Somebody, url: string): Promise<Answer> =>
      reflecting(write, (headers) => who.ask('GET', url, { headers }))

    it('words are highlighted, and found on the verse, the chapter, the list, the overlay and in the counts', async () => {
      const ann = await somebody()
      const added = await add(ann, 0, 25)
      expect(added).toMatchObject({
        status: 201,
        body: {
          verse_id: JOHN_3_16,
          version: 'KJV',
          book: 'John',
          chapter: 3,
          start_offset: 0,
          end_offset: 25,
          selected_text: 'For God so loved the worl',
          color: null,
        },
      })
      const highlight = added.body
      const read = async (url: string) => (await readAfter(added, ann, url)).body
      expect(await read('/api/highlight/user')).toEqual([highlight])
      expect(await read('/api/highlight/chapter?book=John&chapter=3')).toEqual([highlight])
      expect(await read(`/api/highlight/verse?book=John&chapter=3&verseId=${JOHN_3_16}`)).toEqual([highlight])
      expect(await read(`/api/highlight/verse?book=John&chapter=3&verseId=${JOHN_3_16 + 1}`)).toEqual([])
      expect(await read('/api/overlay?book=John&chapter=3')).toMatchObject({ highlights: [highlight] })
      expect(await read('/api/resource-counts')).toMatchObject({ highlights_count: 1 })
    })

    it('ranges that touch are taken, those that overlap refused in the specification’s words', async () => {
      const ann = await somebody()
      expect((await add(ann, 4, 7)).status).toBe(201)
      expect((await add(ann, 7, 10)).status).toBe(201)
      expect(await add(ann, 6, 8)).toMatchObject({
        status: 409,
        problem: { code: 'highlight_overlaps', message: 'Selected text overlaps with existing content' },
      })
    })

    it('another chapter or book than the verse’s is refused', async () => {
      const ann = await somebody()
      expect(await add(ann, 0, 3, { chapter: 9 })).toMatchObject({ status: 400, problem: { code: 'chapter_mismatch' } })
      expect(await add(ann, 0, 3, { book: 'Mark' })).toMatchObject({ status: 400, problem: { code: 'book_mismatch' } })
    })

    it('of twenty devices that highlight the same words at once one succeeds', async () => {
      const ann = await somebody()
      const answers = await Promise.all(Array.from({ length: 20 }, () => add(ann, 0, 3)))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
      const made = answers.find(({ status }) => status === 201)
      if (made) expect((await readAfter(made, ann, '/api/highlight/user')).body).toHaveLength(1)
    })

    it.each([
      ['words that are not there', { selectedText: 'For Gog' }, 'The selected words are not what the verse has there.'],
      [
        'a range beyond the verse',
        { startOffset: 4000, endOffset: 4007 },
        'The selected range is not part of the verse.',
      ],
      ['an empty range', { startOffset: 5, endOffset: 5 }, 'The selected range is not part of the verse.'],
      ['a range backwards', { startOffset: 7, endOffset: 0 }, 'The selected range is not part of the verse.'],
      ['a negative offset', { startOffset: -1 }, 'The selected range is not part of the verse.'],
      ['offsets that are texts', { startOffset: '0' }, 'The selected range is not part of the verse.'],
      ['no words', { selectedText: '' }, 'A highlight needs words.'],
      ['another book', { book: 'Mark' }, 'The book and the verse do not belong together.'],
      ['a verse there is not', { verseId: 43_003_037 }, 'The selected range is not part of the verse.'],
      ['an unknown version', { version: 'ZZZ' }, 'Unknown version.'],
      ['a colour that is none', { color: 'yellow' }, 'Please enter a valid hex color code.'],
    ])('%s is refused, and nothing written', async (_what, change, message) => {
      const ann = await somebody()
      const before = await running().stores.log.head()
      expect(await add(ann, 0, 7, change)).toMatchObject({ status: 400, problem: { message } })
      expect(await running().stores.log.head()).toBe(before)
    })

    it('in a version whose text is not here the words are taken as they are sent, but not half a character', async () => {
      const ann = await somebody()
      const there = { ...VERSE, version: 'NIV', startOffset: 10, endOffset: 12, selectedText: '길빛' }
      expect((await ann.ask('POST', '/api/highlight/add', { body: there })).status).toBe(201)
      for (const wrong of [{ endOffset: 13 }, { startOffset: 20, endOffset: 21, selectedText: '\ud83d' }])
        expect((await ann.ask('POST', '/api/highlight/add', { body: { ...there, ...wrong } })).status).toBe(400)
    })

    it('a highlight takes a colour of its own and gives it up again', async () => {
      const ann = await somebody()
      const { id } = (await add(ann, 0, 7, { color: '#AABBCC' })).body
      const green = await ann.ask('PUT', `/api/highlight/${id}`, { body: { color: '#00FF00' } })
      expect(green).toMatchObject({ status: 200, body: { id, color: '#00ff00', selected_text: 'For God' } })
      const plain = await ann.ask('PUT', `/api/highlight/${id}`, { body: { color: null } })
      expect((await readAfter(plain, ann, '/api/highlight/user')).body).toMatchObject([{ id, color: null }])
    })

    it('a highlight that has the colour already is answered as it is, whatever became of others on its verse', async () => {
      const ann = await somebody()
      const { id } = (await add(ann, 0, 7, { color: '#00ff00' })).body
      const other = (await add(ann, 8, 10)).body
      const color = () => ann.ask('PUT', `/api/highlight/${id}`, { body: { color: '#00ff00' } })
      expect(await color()).toMatchObject({ status: 200, body: { id, color: '#00ff00' } })
      expect((await ann.ask('DELETE', `/api/highlight/${other.id}`)).status).toBeLessThan(300)
      expect(await color()).toMatchObject({ status: 200, body: { id, color: '#00ff00' } })
    })

    it('the list has those of a book or of a colour alone, where somebody asks for them', async () => {
      const ann = await somebody()
      const yellow = await add(ann, 0, 7, { color: '#ffe066' })
      const plain = await add(ann, 8, 10)
      const list = async (filter: string) => {
        const { status, body } = await readAfter(plain, ann, `/api/highlight/user?${new URLSearchParams(filter)}`)
        return status === 200 ? body.map(({ id }: { id: string }) => id) : status
      }
      expect(await list('color=%23FFE066')).toEqual([yellow.body.id])
      expect(await list('color=settings')).toEqual([plain.body.id])
      expect(await list('book=요한복음&color=settings')).toEqual([plain.body.id])
      expect(await list('book=Mark')).toEqual([])
      expect(await list('book=Laodiceans')).toBe(404)
      expect(await list('color=yellow')).toBe(400)
    })

    it('is in the overlay of one version at a time', async () => {
      const ann = await somebody()
      const ask = (query: string) => ann.ask('GET', `/api/overlay?book=John&chapter=3&version=${query}`)
      expect((await ask('KJV')).status).toBe(200)
      for (const query of ['KJV&version=WEB', '!', '']) expect((await ask(query)).status).toBe(400)
    })

    it('is removed for good, and its words may be highlighted anew', async () => {
      const ann = await somebody()
      const { id } = (await add(ann, 0, 7)).body
      const removed = await ann.ask('DELETE', `/api/highlight/${id}`)
      expect(removed).toMatchObject({ status: 200, body: { message: expect.any(String) } })
      expect((await readAfter(removed, ann, '/api/highlight/user')).body).toEqual([])
      expect((await ann.ask('DELETE', `/api/highlight/${id}`)).status).toBe(404)
      expect((await add(ann, 0, 7)).status).toBe(201)
    })

    it('a repeat answers as the first did', async () => {
      const ann = await somebody()
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const first = await add(ann, 0, 7, {}, headers)
      const again = await add(ann, 0, 7, {}, headers)
      expect(again).toMatchObject({ status: 201, body: first.body })
      expect(await add(ann, 8, 10, {}, headers)).toMatchObject({ status: 422 })
    })

    it('is no other person’s', async () => {
      const ann = await somebody()
      const bob = await somebody()
      const added = await add(ann, 0, 7)
      expect((await bob.ask('DELETE', `/api/highlight/${added.body.id}`)).status).toBe(404)
      expect((await bob.ask('PUT', `/api/highlight/${added.body.id}`, { body: { color: null } })).status).toBe(404)
      expect((await readAfter(added, bob, '/api/highlight/user')).body).toEqual([])
      expect((await readAfter(added, ann, '/api/highlight/user')).body).toHaveLength(1)
    })

    it('needs somebody who is signed in', async () => {
      const guest = openBrowser(running().app)
      const body = { ...VERSE, startOffset: 0, endOffset: 3, selectedText: 'For' }
      expect((await guest.ask('POST', '/api/highlight/add', { body })).status).toBe(401)
      for (const url of ['user', 'chapter?book=John&chapter=3', `verse?book=John&chapter=3&verseId=${JOHN_3_16}`])
        expect((await guest.ask('GET', `/api/highlight/${url}`)).status).toBe(401)
    })
  })
}
