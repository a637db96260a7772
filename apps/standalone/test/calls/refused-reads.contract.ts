import { beforeAll, describe, expect, it } from 'vitest'
import type { AppUnderTest } from '../app-under-test.contract.ts'
import { signUpSomebody } from '../app-under-test.contract.ts'

/** Matches messages of zod for schemas without a message of their own. */
export const DEVELOPERS_WORDS = /expected|received|invalid (input|option|uuid)|too (big|small)/i

/** A wrong request gets a clear message, the right status, and never a 500. */
export const refusedReadsContract = (running: () => AppUnderTest): void => {
  describe('a question that cannot be answered', () => {
    let ann: Awaited<ReturnType<typeof signUpSomebody>>
    beforeAll(async () => {
      ann = await signUpSomebody(running().app)
    })

    it('an id that is no UUID is refused', async () => {
      for (const id of ['mine', '1', "'; DROP TABLE events; --", '%00', '..%2f..'])
        expect((await ann.ask('GET', `/api/note/detail/${encodeURI(id)}`)).status).toBeOneOf([400, 404])
    })

    it('a position that cannot be one is refused', async () => {
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
