import { reflecting } from '@pathlight/testing/eventually.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer, AppUnderTest } from '../app-under-test.contract.ts'
import { signUpSomebody } from '../app-under-test.contract.ts'

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
type Found = { readonly kind: string; readonly id: string; readonly excerpt: string; readonly at: string }

const nextOf = ({ headers }: Answer): string | null => /^<([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1] ?? null

export const writingContract = (running: () => AppUnderTest): void => {
  describe('a search over all of one’s writing', () => {
    let ann: Somebody
    let last: Answer
    const add = async (path: string, body: object): Promise<Answer> => {
      const answer = await ann.ask('POST', path, { body })
      if (answer.status !== 201) throw new Error(`Not written: ${answer.status} ${answer.problem?.message}`)
      return answer
    }
    const pagesOf = async (query: string): Promise<Found[][]> => {
      const pages: Found[][] = []
      for (let next: string | null = `/api/writing?${query}`; next; ) {
        const address: string = next
        const answer: Answer = await reflecting(last, (headers?: Record<string, string>) =>
          ann.ask('GET', address, headers && { headers }),
        )
        expect(answer.status).toBe(200)
        pages.push(answer.body)
        next = nextOf(answer)
      }
      return pages
    }
    const find = async (query: string): Promise<Found[]> => (await pagesOf(query)).flat()
    const kinds = async (query: string): Promise<string[]> => (await find(query)).map(({ kind }) => kind)

    beforeAll(async () => {
      ann = await signUpSomebody(running().app)
      const verse = 43_003_016
      await add('/api/note/', { verse_id: verse, version: 'KJV', title: 'Love', text: 'The lantern of the world.' })
      const marked = { version: 'NIV', book: 'Genesis', chapter: 1, verseId: 1_001_003, startOffset: 0 }
      await add('/api/highlight/add', { ...marked, endOffset: 17, selectedText: 'let lantern shine', color: '#b5e48c' })
      const other = { ...marked, verseId: 1_001_004, endOffset: 9 }
      await add('/api/highlight/add', { ...other, selectedText: 'it shines' })
      const range = { startChapter: 3, startVerseId: verse, endChapter: 3, endVerseId: verse + 2, verseId: verse }
      const content = `${'Dark was the road. '.repeat(90)}Then they saw a Lantern.`
      await add('/api/sermon/', { ...range, title: 'A road', speaker: 'Ruth', version: 'KJV', content })
      last = await add('/api/bookmarks', { book: 'John', chapter: 3, version: 'KJV' })
    })

    it('sees at once what was written, changed and removed since the last search', async () => {
      const ids = async () => (await find('query=quetzal')).map(({ id }) => id)
      // The first search reads the writing into memory, which makes the next searches fast.
      expect(await ids()).toEqual([])
      for (let turn = 0; turn < 5; turn += 1) {
        last = await add('/api/note/', { verse_id: 43_003_016, version: 'KJV', text: 'A quetzal.' })
        const { id } = last.body
        expect(await ids()).toEqual([id])
        last = await ann.ask('PUT', `/api/note/detail/${id}`, { body: { text: 'A kestrel.' } })
        expect(await ids()).toEqual([])
        last = await ann.ask('PUT', `/api/note/detail/${id}`, { body: { text: 'A quetzal again.' } })
        expect(await ids()).toEqual([id])
        last = await ann.ask('DELETE', `/api/note/detail/${id}`)
        expect(await ids()).toEqual([])
      }
    })

    it('finds all kinds together, newest first, in words with their passage', async () => {
      expect(await find('query=lantern')).toEqual([
        {
          kind: 'sermons',
          id: expect.any(String),
          passage: { book: 'John', chapter: 3, version: 'KJV', verse_id: 43_003_016, end_verse_id: 43_003_018 },
          title: 'A road',
          // The excerpt is the part of the text with the searched word.
          excerpt: expect.stringMatching(/^… .*Then they saw a Lantern\.$/),
          color: null,
          tags: [],
          at: expect.any(String),
          created_at: expect.any(String),
        },
        expect.objectContaining({ kind: 'highlights', excerpt: 'let lantern shine', color: '#b5e48c', title: null }),
        expect.objectContaining({ kind: 'notes', title: 'Love', excerpt: 'The lantern of the world.', color: null }),
      ])
      expect(await kinds('')).toEqual(['bookmarks', 'sermons', 'highlights', 'highlights', 'notes'])
      expect(await kinds('query=요한복음')).toEqual(['bookmarks', 'sermons', 'notes'])
      expect(await kinds('query=nowhere')).toEqual([])
    })

    it('finds by kind, book, colour and time, and by all of them at once', async () => {
      expect(await kinds('kind=notes')).toEqual(['notes'])
      expect(await kinds('book=창')).toEqual(['highlights', 'highlights'])
      expect(await kinds('book=John&query=lantern')).toEqual(['sermons', 'notes'])
      expect((await find('color=%23b5e48c')).map(({ excerpt }) => excerpt)).toEqual(['let lantern shine'])
      expect((await find('color=settings')).map(({ excerpt }) => excerpt)).toEqual(['it shines'])
      expect(await kinds('color=%23b5e48c&book=John')).toEqual([])
      const [newest, , , , oldest] = await find('')
      expect(await kinds(`from=${newest?.at}`)).toContain('bookmarks')
      expect(await kinds(`to=${oldest?.at}`)).toEqual([])
      expect(await kinds('from=2026-01-01T00:00:00%2B09:00&to=2999-01-01T00:00:00Z')).toHaveLength(5)
    })

    it('finds what names a verse in its text, and what links to an item, in notes, sermons and pads', async () => {
      const text = 'Think of Ruth 2:12-13.'
      const { id } = (await add('/api/note/', { verse_id: 8_001_001, version: 'KJV', text })).body
      const href = `/my-memos/memos/${id}`
      const linked = { type: 'text', text: 'this', marks: [{ type: 'link', attrs: { href } }] }
      const content = { type: 'doc', content: [{ type: 'paragraph', content: [linked] }] }
      const range = {
        startChapter: 1,
        startVerseId: 8_001_002,
        endChapter: 1,
        endVerseId: 8_001_002,
        verseId: 8_001_002,
      }
      const sermon = { ...range, title: 'Wings', speaker: 'Ruth', version: 'KJV', content }
      const preached = await add('/api/sermon/', sermon)
      const naming = await add('/api/note/', {
        verse_id: 8_001_003,
        version: 'KJV',
        text: `See **룻 2:12** and [it](${href}).`,
      })
      last = naming
      expect((await find('names=8002012')).map(({ kind, excerpt }) => [kind, excerpt])).toEqual([
        ['notes', 'See 룻 2:12 and it.'],
        ['notes', text],
      ])
      expect(await kinds('names=8002013-8002020')).toEqual(['notes'])
      expect(await kinds('names=8002014')).toEqual([])
      expect(await kinds(`links_to=${id}`)).toEqual(['notes', 'sermons'])
      expect(await kinds(`links_to=${id}&names=8002012`)).toEqual(['notes'])
      expect(await kinds('links_to=nothing')).toEqual([])
      const pad = await add('/api/pad/', { title: 'Wings', entries: [{ type: 'item', kind: 'note', id }] })
      const toPad = `See [Wings](/my-memos/pads/${pad.body.id}).`
      const leading = await add('/api/note/', { verse_id: 8_001_004, version: 'KJV', text: toPad })
      last = leading
      expect(await kinds(`links_to=${id}`)).toEqual(['pads', 'notes', 'sermons'])
      expect((await find(`links_to=${pad.body.id}`)).map((one) => one.id)).toEqual([leading.body.id])
      for (const address of [
        `/api/note/detail/${id}`,
        `/api/note/detail/${naming.body.id}`,
        `/api/note/detail/${leading.body.id}`,
        `/api/pad/detail/${pad.body.id}`,
        `/api/sermon/${preached.body.newSermon.id}`,
      ])
        last = await ann.ask('DELETE', address)
      expect(await kinds('names=8002012')).toEqual([])
    })

    it('has pages, each naming the next one with everything that was asked', async () => {
      const pages = await pagesOf('limit=2&book=John')
      // A page may be short, because a search answers after a limited time with what it has found by then. The next
      // page continues the search.
      expect(pages.length).toBeGreaterThan(1)
      expect(pages.filter((page) => page.length > 2)).toEqual([])
      expect(pages.flat().map(({ kind }) => kind)).toEqual(['bookmarks', 'sermons', 'notes'])
    })

    it('finds what was changed, and nothing that is gone', async () => {
      const note = (await find('kind=notes'))[0]
      last = await ann.ask('PUT', `/api/note/detail/${note?.id}`, { body: { text: 'A torch in the night.' } })
      expect((await find('query=torch')).map(({ id }) => id)).toEqual([note?.id])
      expect(await kinds('query=lantern')).toEqual(['sermons', 'highlights'])
      last = await ann.ask('DELETE', `/api/note/detail/${note?.id}`)
      expect(await find('query=torch')).toEqual([])
    })

    it.each([
      ['kind=letters', 400, 'There is no such kind of item.'],
      ['book=Hezekiah', 404, 'There is no book called “Hezekiah”.'],
      ['color=green', 400, 'Please enter a valid hex color code.'],
      ['names=John', 400, 'A verse is written like 43003016, several like 43003016-43003018.'],
      ['from=yesterday', 400, 'A time is written like 2026-11-23T08:00:00Z.'],
      [`query=${'x'.repeat(201)}`, 400, 'A search holds at most 200 characters.'],
      ['after=%20', 400, 'A list goes on where its Link header says.'],
      ['limit=0', 400, 'A page of a list holds 1 to 500 items.'],
    ])('refuses %s in words', async (query, status, message) => {
      expect(await ann.ask('GET', `/api/writing?${query}`)).toMatchObject({ status, problem: { message } })
    })
  })
}
