import { bookmarkKind } from '@pathlight/domain/bookmarks/bookmark-item.ts'
import { describe, expect, it } from 'vitest'
import { commandUnderTest, eventsIn, keyed, signUpSomebody } from '../command-under-test.contract.ts'

const psalm = { book: '시편', chapter: 23, version: 'kjv', category: 'General' }

describe('bookmarking a chapter', () => {
  const under = commandUnderTest()
  const somebody = () => signUpSomebody(under)

  it('answers the bookmark as it is kept; its id is its address', async () => {
    const ann = await somebody()
    const { status, headers, body } = await ann.ask('POST', '/api/bookmarks', psalm)
    expect(status).toBe(201)
    expect(body).toEqual({
      ...{ id: 'KJV.19.23', book: 'Psalms', chapter: 23, version: 'KJV', category: 'General' },
      ...{ verse_id: null, end_verse_id: null, tags: [] },
      ...{ created_at: expect.any(String), revision: 1 },
    })
    const [event] = await eventsIn(under, bookmarkKind.streams.name(ann.id, 'KJV.19.23'))
    expect(headers['x-position']).toBe(String(event?.metadata.globalPosition))
  })

  it('refuses a second one in the specification’s words, also of twenty at once, but knows a repeat', async () => {
    const ann = await somebody()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ann.ask('POST', '/api/bookmarks', psalm)))
    const [taken, ...more] = answers.filter(({ status }) => status === 201)
    expect([taken?.status, more.length]).toEqual([201, 0])
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused.length).toBe(19)
    const decided = await ann.ask('POST', '/api/bookmarks', psalm)
    expect(decided).toMatchObject({
      status: 409,
      body: { code: 'bookmark_exists', message: 'This bookmark already exists.' },
    })
    const key = keyed()
    const one = { ...psalm, chapter: 24 }
    const first = await ann.ask('POST', '/api/bookmarks', one, key)
    expect(await ann.ask('POST', '/api/bookmarks', one, key)).toMatchObject({ status: 201, body: first.body })
  })

  it.each([
    ['a book there is not', { book: 'Laodiceans' }, 'unknown_book'],
    ['a chapter there is not', { chapter: 151 }, 'unknown_chapter'],
    ['an unknown version', { version: 'XYZ' }, 'unknown_version'],
  ])('refuses %s', async (_what, change, code) => {
    const ann = await somebody()
    expect(await ann.ask('POST', '/api/bookmarks', { ...psalm, ...change })).toMatchObject({
      status: 400,
      body: { code },
    })
  })
})
