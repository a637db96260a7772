import { reflecting } from '@pathlight/testing/eventually.ts'
import { describe, expect, it } from 'vitest'
import { type AppUnderTest, openBrowser, signUpSomebody } from '../app-under-test.contract.ts'

const PSALM_23 = { book: 'Psalms', chapter: 23, version: 'KJV', category: 'General' }

export const bookmarksContract = (running: () => AppUnderTest): void => {
  describe('bookmarks over HTTP', () => {
    const somebody = () => signUpSomebody(running().app)

    it('are set, listed newest first, and removed', async () => {
      const ann = await somebody()
      const first = await ann.ask('POST', '/api/bookmarks', { body: PSALM_23 })
      expect(first).toMatchObject({ status: 201, body: PSALM_23 })
      const second = await ann.ask('POST', '/api/bookmarks', { body: { ...PSALM_23, book: '요한복음', chapter: 3 } })
      const list = () => ann.ask('GET', '/api/bookmarks')
      const both = await reflecting(second, (headers) => ann.ask('GET', '/api/bookmarks', { headers }))
      expect(both.body).toMatchObject([{ book: 'John', chapter: 3 }, PSALM_23])
      const removed = await ann.ask('DELETE', `/api/bookmarks/${first.body.id}`)
      expect(removed.status).toBe(200)
      const left = await reflecting(removed, (headers) => ann.ask('GET', '/api/bookmarks', { headers }))
      expect(left.body).toMatchObject([{ book: 'John' }])
      const counts = await reflecting(removed, (headers) => ann.ask('GET', '/api/resource-counts', { headers }))
      expect(counts.body).toMatchObject({ bookmarks_count: 1, pads_count: 0 })
      expect((await ann.ask('DELETE', `/api/bookmarks/${first.body.id}`)).status).toBe(404)
      expect((await list()).status).toBe(200)
    })

    it('may be on verses, beside the one on their chapter, each once', async () => {
      const ann = await somebody()
      const verses = { verse_id: 19_023_001, end_verse_id: 19_023_003 }
      const add = (body: object) => ann.ask('POST', '/api/bookmarks', { body: { ...PSALM_23, ...body } })
      const whole = await add({})
      expect(whole.body).toMatchObject({ id: 'KJV.19.23', verse_id: null, end_verse_id: null })
      const ranged = await add(verses)
      expect(ranged).toMatchObject({ status: 201, body: { id: 'KJV.19.23.1-3', chapter: 23, ...verses } })
      const one = await add({ verse_id: 19_023_001, end_verse_id: 19_023_001 })
      expect(one).toMatchObject({ status: 201, body: { id: 'KJV.19.23.1', verse_id: 19_023_001, end_verse_id: null } })
      for (const again of [{}, verses, { verse_id: 19_023_001 }]) {
        const { status, problem } = await add(again)
        expect([status, problem.message]).toEqual([409, 'This bookmark already exists.'])
      }
      const list = await reflecting(one, (headers) => ann.ask('GET', '/api/bookmarks', { headers }))
      expect(list.body).toEqual([one.body, ranged.body, whole.body])
      const search = await ann.ask('GET', '/api/bookmarks?query=Psalms%2023:1-3')
      expect(search.body).toEqual([ranged.body])
      const found = await ann.ask('GET', '/api/writing?query=23:2')
      expect(found.body).toMatchObject([{ kind: 'bookmarks', id: 'KJV.19.23.1-3', passage: verses }])
      const history = await ann.ask('GET', '/api/history/bookmark/KJV.19.23.1-3')
      expect(history.body.revisions).toMatchObject([{ revision: 1, item: verses }])
      const removed = await ann.ask('DELETE', '/api/bookmarks/KJV.19.23.1-3')
      expect(removed.status).toBe(200)
      const left = await reflecting(removed, (headers) => ann.ask('GET', '/api/bookmarks', { headers }))
      expect(left.body).toEqual([one.body, whole.body])
    })

    it('are set once, also when twenty ask at the same moment', async () => {
      const ann = await somebody()
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => ann.ask('POST', '/api/bookmarks', { body: PSALM_23 })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
      for (const { status, problem } of answers)
        if (status === 409) expect(problem.message).toBe('This bookmark already exists.')
    })

    it.each([
      ['no book', { book: undefined }],
      ['a book there is not', { book: 'Hezekiah' }],
      ['a chapter there is not', { chapter: 151 }],
      ['a chapter that is a text', { chapter: '23' }],
      ['an unknown version', { version: 'ZZZ' }],
      ['another category', { category: 'Mine' }],
    ])('%s is refused, and nothing written', async (_what, change) => {
      const ann = await somebody()
      const before = await running().stores.log.head()
      const { status, problem } = await ann.ask('POST', '/api/bookmarks', { body: { ...PSALM_23, ...change } })
      expect(status).toBe(400)
      expect(problem.message).not.toMatch(/expected|invalid (input|option)/i)
      expect(await running().stores.log.head()).toBe(before)
    })

    it('are no other person’s', async () => {
      const ann = await somebody()
      const bob = await somebody()
      const added = await ann.ask('POST', '/api/bookmarks', { body: PSALM_23 })
      const seen = await reflecting(added, (headers) => bob.ask('GET', '/api/bookmarks', { headers }))
      expect(seen.body).toEqual([])
      expect((await bob.ask('DELETE', `/api/bookmarks/${added.body.id}`)).status).toBe(404)
      expect((await bob.ask('POST', '/api/bookmarks', { body: PSALM_23 })).status).toBe(201)
    })

    it('say to somebody who is not signed in that they are not', async () => {
      const guest = openBrowser(running().app)
      const refused = { status: 401, body: { code: 'not_logged_in', message: 'User not logged in' } }
      expect(await guest.ask('GET', '/api/bookmarks')).toMatchObject(refused)
      expect(await guest.ask('POST', '/api/bookmarks', { body: PSALM_23 })).toMatchObject(refused)
      expect(await guest.ask('DELETE', '/api/bookmarks/KJV.19.23')).toMatchObject(refused)
    })
  })

  describe('settings over HTTP', () => {
    const somebody = () => signUpSomebody(running().app)
    const copyStyle = { reference: 'before', quotes: 'curved', numbers: false, version: true }
    const colors = { highlightColor: '#d4d8f7', theme: 'sepia' }
    const all = { defaultVersion: 'KRV', defaultLanguage: 'ko', ...colors, copyStyle }

    it('are the defaults at first, kept when changed, and changed a part at a time', async () => {
      const ann = await somebody()
      expect((await ann.ask('GET', '/api/users/settings')).body).toEqual({
        settings: {
          ...{ defaultVersion: 'ESV', highlightColor: '#d4d8f7', defaultLanguage: 'en', theme: 'system' },
          copyStyle: { reference: 'after', quotes: 'none', numbers: true, version: true },
        },
        unset: ['defaultVersion', 'highlightColor', 'defaultLanguage', 'theme', 'copyStyle'],
      })
      const changed = await ann.ask('PUT', '/api/users/settings', { body: all })
      expect(changed).toMatchObject({ status: 200, body: { settings: all } })
      const part = await ann.ask('PUT', '/api/users/settings', { body: { highlightColor: '#FFFF00' } })
      expect(part.body).toEqual({ settings: { ...all, highlightColor: '#ffff00' }, unset: [] })
      const read = await reflecting(part, (headers) => ann.ask('GET', '/api/users/settings', { headers }))
      expect(read.body).toEqual(part.body)
    })

    it.each([
      ['a colour that is none', { highlightColor: '#ffff0' }, 'Please enter a valid hex color code.'],
      ['a language that is none', { defaultLanguage: 'fr' }, 'Default language is required.'],
      ['a theme that is none', { theme: 'neon' }, 'A theme is one of light, sepia, dark, system.'],
      ['no version', { defaultVersion: '' }, 'Default version is required.'],
      ['a version of blanks', { defaultVersion: '  ' }, 'Default version is required.'],
      ['an unknown version', { defaultVersion: 'ZZZ' }, 'Unknown version.'],
    ])('%s is refused, in the field the specification reads', async (_what, change, message) => {
      const ann = await somebody()
      const before = await running().stores.log.head()
      const { status, problem } = await ann.ask('PUT', '/api/users/settings', { body: { ...all, ...change } })
      expect({ status, error: problem.error }).toEqual({ status: 400, error: message })
      expect(await running().stores.log.head()).toBe(before)
    })

    it('are no other person’s, and need somebody who is signed in', async () => {
      const ann = await somebody()
      const bob = await somebody()
      const changed = await ann.ask('PUT', '/api/users/settings', { body: all })
      const seen = await reflecting(changed, (headers) => bob.ask('GET', '/api/users/settings', { headers }))
      expect(seen.body.unset).toHaveLength(5)
      const guest = openBrowser(running().app)
      expect((await guest.ask('GET', '/api/users/settings')).status).toBe(401)
      expect((await guest.ask('PUT', '/api/users/settings', { body: all })).status).toBe(401)
    })
  })
}
