import { beforeAll, describe, expect, it } from 'vitest'
import type { AppUnderTest } from './app-under-test.contract.ts'
import { signUpSomebody } from './app-under-test.contract.ts'

const good = { verse_id: 43_003_016, text: 'So loved.', book: 'John', version: 'KJV' }

/** As zod says it where a shape has no words of its own. */
const DEVELOPERS_WORDS = /expected|received|invalid (input|option|uuid)|too (big|small)/i

/** Whatever is sent: a clear message, the right status, nothing written, and never an error of the server's. */
export const badInputContract = (running: () => AppUnderTest): void => {
  describe('bad input', () => {
    let ann: Awaited<ReturnType<typeof signUpSomebody>>
    beforeAll(async () => {
      ann = await signUpSomebody(running().app)
    })

    /** The answer to a note that must not be written. */
    const refused = async (request: { body?: unknown; raw?: string; headers?: Record<string, string> }) => {
      const before = await running().stores.log.head()
      const { status, problem, headers } = await ann.ask('POST', '/api/note/', request)
      expect(await running().stores.log.head()).toBe(before)
      expect(headers['content-type']).toContain('application/problem+json')
      return { status, message: problem.message }
    }

    it.each([
      ['no text', { text: undefined }, 'Note content cannot be empty.'],
      ['an empty text', { text: '' }, 'Note content cannot be empty.'],
      ['a text of spaces', { text: ' \n\t　' }, 'Note content cannot be empty.'],
      ['a text that is a number', { text: 5 }, 'Note content cannot be empty.'],
      ['a text that is too long', { text: 'x'.repeat(50_001) }, 'A note holds at most 50,000 characters.'],
      ['a title that is too long', { title: 'x'.repeat(201) }, 'A title holds at most 200 characters.'],
      ['NUL', { text: 'a\u0000b' }, 'The text contains characters that cannot be stored.'],
      ['half a surrogate pair', { title: 'a\udc00' }, 'The text contains characters that cannot be stored.'],
      ['no verse', { verse_id: undefined }, 'A note needs a verse.'],
      ['a verse that is no number', { verse_id: '43003016' }, 'A note needs a verse.'],
      ['a verse beyond every Bible', { verse_id: 67_001_001 }, 'There is no such verse.'],
      ['verse 0', { verse_id: 43_003_000 }, 'There is no such verse.'],
      ['chapter 0', { verse_id: 43_000_001 }, 'There is no such verse.'],
      ['Psalm 151', { verse_id: 19_151_001, book: 'Psalms' }, 'There is no such verse.'],
      ['a negative verse', { verse_id: -1 }, 'There is no such verse.'],
      ['an unknown book', { book: 'Hezekiah' }, 'There is no book called “Hezekiah”.'],
      ['another book than the verse’s', { book: 'Mark' }, 'The book and the verse do not belong together.'],
      ['no version', { version: undefined }, 'Unknown version.'],
      ['a version that is none', { version: '../etc' }, 'Unknown version.'],
      ['a version that nobody knows', { version: 'ZZZ' }, 'Unknown version.'],
    ])('%s is refused in words', async (_what, change, message) => {
      expect(await refused({ body: { ...good, ...change } })).toEqual({ status: 400, message })
    })

    it.each(['{"text":', '[]', 'null', '"text"', '42', ''])('%j for a body is refused in words', async (raw) => {
      expect(await refused({ raw })).toMatchObject({ status: 400, message: expect.stringMatching(/JSON/) })
    })

    it('a megabyte is refused before it is read', async () => {
      expect((await refused({ body: { ...good, text: 'x'.repeat(1_000_000) } })).status).toBe(413)
    })

    it('an id that is no UUID is refused', async () => {
      expect((await refused({ body: { ...good, id: 'mine' } })).status).toBe(400)
      for (const id of ['mine', '1', "'; DROP TABLE events; --", '%00', '..%2f..'])
        expect((await ann.ask('GET', `/api/note/detail/${encodeURI(id)}`)).status).toBeOneOf([400, 404])
    })

    it('a key or position that cannot be one is refused', async () => {
      expect((await refused({ body: good, headers: { 'idempotency-key': 'x'.repeat(201) } })).status).toBe(400)
      expect((await refused({ body: good, headers: { 'idempotency-key': 'a b' } })).status).toBe(400)
      const read = await ann.ask('GET', '/api/note/user', { headers: { 'x-min-position': 'soon' } })
      expect(read.status).toBe(400)
    })

    it.each([
      ['book=Hezekiah&chapter=1', 404, 'There is no book called “Hezekiah”.'],
      ['book=Psalms&chapter=151', 404, 'Psalms has 150 chapters.'],
      ['book=John&chapter=0', 404, 'John has 21 chapters.'],
      ['book=Jude&chapter=-1', 404, 'Jude has one chapter.'],
    ])('the chapter %s is not there, in words', async (query, status, message) => {
      for (const url of ['/api/overlay', '/api/note/user/chapter'])
        expect(await ann.ask('GET', `${url}?${query}`)).toMatchObject({ status, problem: { message } })
    })

    it.each(['', 'book=John', 'chapter=3', 'book=John&chapter=three', 'book=&chapter=1', 'book=John&chapter=1.5'])(
      'the query "%s" is refused',
      async (query) => {
        expect((await ann.ask('GET', `/api/overlay?${query}`)).status).toBe(400)
      },
    )

    it.each([
      '/api/overlay',
      '/api/overlay?book=John',
      '/api/overlay?book=John&book=Mark&chapter=3',
      '/api/overlay?book=John&chapter=3&chapter=4',
      '/api/overlay?book=John&chapter=1e400',
      `/api/note/user/chapter?book=${'x'.repeat(61)}&chapter=1`,
      '/api/bible/chapter?book=John&chapter=99999999999999999999&version=KJV',
      '/api/bible/find?query=love&version=KJV&version=ASV',
      `/api/bible/find?query=love&after=${'x'.repeat(201)}`,
      '/api/bible/find?query=love&limit=1.5',
      '/api/bible/find?query=love&book=John&book=Mark',
      '/api/bible/daily?language=xx',
      '/api/bible/daily?version=KJV&version=ASV',
    ])('%s is refused in words for a person', async (url) => {
      const { status, problem } = await ann.ask('GET', url)
      expect(status).toBeOneOf([400, 404])
      expect(problem.message).not.toMatch(DEVELOPERS_WORDS)
    })

    it.each([
      { ...good, book: ['John'] },
      { ...good, book: '' },
      { ...good, title: 5 },
      { ...good, id: null },
      { ...good, id: 'mine' },
    ])('the note %j is refused in words for a person', async (body) => {
      const { status, message } = await refused({ body })
      expect(status).toBe(400)
      expect(message).not.toMatch(DEVELOPERS_WORDS)
    })

    it('a link for a new password that cannot be one has expired, however long it is', async () => {
      for (const token of ['x', 'a'.repeat(250), '__proto__'])
        expect(
          await ann.ask('POST', `/api/auth/reset-password/${token}`, { body: { password: 'Lamp4myfeet!' } }),
        ).toMatchObject({ status: 400, problem: { error: expect.stringContaining('This link has expired') } })
    })

    it('nothing of all this is an error of the server’s', async () => {
      const odd = ['\\', '%', '%25', '💡', 'a'.repeat(3000), '$ne', '{"$gt":""}', '__proto__', 'constructor']
      for (const text of odd) {
        const word = encodeURIComponent(text)
        const answers = await Promise.all([
          ann.ask('GET', `/api/overlay?book=${word}&chapter=${word}`),
          ann.ask('GET', `/api/note/detail/${word}`),
          ann.ask('GET', `/api/${word}`),
          ann.ask('POST', '/api/auth/login', { body: { email: text, password: text } }),
          ann.ask('POST', '/api/note/', { body: { [text]: text, text: { $ne: 1 } } }),
        ])
        for (const { status } of answers) expect(status).toBeLessThan(500)
      }
    })
  })
}
