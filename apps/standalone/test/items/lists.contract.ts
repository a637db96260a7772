import { positionOf, reflecting } from '@pathlight/testing/eventually.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Answer, AppUnderTest } from '../app-under-test.contract.ts'
import { signUpSomebody } from '../app-under-test.contract.ts'

const JOHN_3 = 43_003_000
const AT_ONCE = 12
type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
type Note = { readonly id: string; readonly text: string }

/** The address of the next page, from the Link header; null on the last page. */
const nextOf = ({ headers }: Answer): string | null => /^<([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1] ?? null

/** The common rules of lists, tested on notes. */
export const listsContract = (running: () => AppUnderTest): void => {
  describe('a list', () => {
    const add = async (who: Somebody, text: string, index: number): Promise<Answer> => {
      const body = { verse_id: JOHN_3 + 1 + (index % 30), version: 'KJV', text, title: `Number ${index}` }
      const answer = await who.ask('POST', '/api/note/', { body })
      if (answer.status !== 201) throw new Error(`Not written: ${answer.status}`)
      return answer
    }
    /** Writes notes one after another. Answers the last answer. */
    const write = async (who: Somebody, texts: readonly string[]): Promise<Answer> => {
      let last: Answer | undefined
      for (const [index, text] of texts.entries()) last = await add(who, text, index)
      if (last === undefined) throw new Error('nothing was written')
      return last
    }
    /** Writes notes, several at a time. Answers the answer with the highest position. */
    const writeMany = async (who: Somebody, count: number): Promise<Answer> => {
      const answers: Answer[] = []
      for (let first = 0; first < count; first += AT_ONCE) {
        const some = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, more) => first + more)
        answers.push(...(await Promise.all(some.map((index) => add(who, `note ${index}`, index)))))
      }
      return answers.reduce((last, one) => ((positionOf(one) ?? 0n) > (positionOf(last) ?? 0n) ? one : last))
    }
    /** All pages from the given address on. With `written`, each request waits until the list reflects that write. */
    const pagesFrom = async (who: Somebody, url: string, written?: Answer): Promise<Note[][]> => {
      const read =
        (address: string) =>
        (headers = {}) =>
          who.ask('GET', address, { headers })
      const pages: Note[][] = []
      for (let next: string | null = url; next; ) {
        const answer: Answer = written ? await reflecting(written, read(next)) : await read(next)()
        expect(answer.status).toBe(200)
        pages.push(answer.body)
        next = nextOf(answer)
      }
      return pages
    }
    const texts = (pages: readonly Note[][]) => pages.map((page) => page.map(({ text }) => text))

    let ann: Somebody
    let written: Answer
    beforeAll(async () => {
      ann = await signUpSomebody(running().app)
      written = await write(ann, ['one', 'two', 'three', 'four', 'five', 'six', 'seven'])
    })

    it('has pages, newest first, each naming the next one but for the last', async () => {
      expect(texts(await pagesFrom(ann, '/api/note/user?limit=3', written))).toEqual([
        ['seven', 'six', 'five'],
        ['four', 'three', 'two'],
        ['one'],
      ])
      expect(texts(await pagesFrom(ann, '/api/note/user?limit=7'))).toHaveLength(1)
      expect(texts(await pagesFrom(ann, '/api/note/user'))).toHaveLength(1)
    })

    it('holds 200 items where nothing else is asked for', async () => {
      const dan = await signUpSomebody(running().app)
      const last = await writeMany(dan, 205)
      expect((await pagesFrom(dan, '/api/note/user', last)).map((page) => page.length)).toEqual([200, 5])
      expect((await pagesFrom(dan, '/api/note/user?limit=500')).map((page) => page.length)).toEqual([205])
    })

    it('keeps the order of the log when the clock stands still, and when it is set back', async () => {
      const eve = await signUpSomebody(running().app)
      const now = Date.now()
      let last: Answer
      vi.useFakeTimers({ toFake: ['Date'], now })
      try {
        await write(eve, ['a', 'b', 'c', 'd', 'e', 'f'])
        vi.setSystemTime(now - 60_000)
        last = await write(eve, ['g', 'h', 'i'])
      } finally {
        vi.useRealTimers()
      }
      const pages = texts(await pagesFrom(eve, '/api/note/user?limit=4', last))
      expect(pages).toEqual([['i', 'h', 'g', 'f'], ['e', 'd', 'c', 'b'], ['a']])
    })

    it('goes on from a cursor of an older program, which named a time, as long as its item is there', async () => {
      const listed = await reflecting(written, (headers) => ann.ask('GET', '/api/note/user', { headers }))
      const [, second] = listed.body
      const after = (id: string) => `/api/note/user?after=${second.created_at}.${id}`
      expect(texts(await pagesFrom(ann, after(second.id)))).toEqual([['five', 'four', 'three', 'two', 'one']])
      const gone = await ann.ask('GET', after('6ba7b810-9dad-41d1-80b4-00c04fd430c8'))
      expect(gone).toMatchObject({ status: 400, problem: { code: 'bad_cursor' } })
    })

    it('neither repeats nor leaves out what was there, whatever comes and goes meanwhile', async () => {
      const ben = await signUpSomebody(running().app)
      const before = await write(ben, ['a', 'b', 'c', 'd', 'e', 'f'])
      const first = await reflecting(before, (headers) => ben.ask('GET', '/api/note/user?limit=2', { headers }))
      const [newest] = first.body
      await ben.ask('DELETE', `/api/note/detail/${newest.id}`)
      const after = await write(ben, ['g'])
      expect(texts(await pagesFrom(ben, nextOf(first) ?? '', after))).toEqual([
        ['d', 'c'],
        ['b', 'a'],
      ])
    })

    it.each([
      ['SEVEN', ['seven']],
      ['number three', ['three']],
      ['f', ['five', 'four']],
      ['john 3:6', ['six']],
      ['요한복음 3:2 two', ['two']],
      ['kjv ONE', ['one']],
      ['nothing like it', []],
      ['  ', ['seven', 'six', 'five', 'four', 'three', 'two', 'one']],
    ])('is searched by all words of “%s”', async (query, found) => {
      const pages = await pagesFrom(ann, `/api/note/user?${new URLSearchParams({ query })}`, written)
      expect(texts(pages).flat()).toEqual(found)
    })

    it('goes on with the search on its next page', async () => {
      expect(texts(await pagesFrom(ann, '/api/note/user?query=i&limit=1', written))).toEqual([['six'], ['five']])
    })

    it('shows no person what is another’s, from whichever page it goes on', async () => {
      const page = await reflecting(written, (headers) => ann.ask('GET', '/api/note/user?limit=1', { headers }))
      const stranger = await signUpSomebody(running().app)
      expect((await stranger.ask('GET', nextOf(page) ?? '')).body).toEqual([])
    })

    it.each([
      ['limit=0', 'bad_limit'],
      ['limit=501', 'bad_limit'],
      ['limit=many', 'bad_limit'],
      ['after=%20', 'bad_cursor'],
      [`after=${'9'.repeat(101)}`, 'bad_cursor'],
      [`query=${'x'.repeat(201)}`, 'query_too_long'],
    ])('refuses %s', async (query, code) => {
      expect(await ann.ask('GET', `/api/note/user?${query}`)).toMatchObject({ status: 400, problem: { code } })
    })
  })
}
