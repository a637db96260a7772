import { bookmarkKind } from '@pathlight/domain/bookmarks/bookmark-item.ts'
import { describe, expect, it } from 'vitest'
import { commandUnderTest, eventsIn, signUpSomebody } from '../command-under-test.contract.ts'

const psalm = { book: 'Psalms', chapter: 23, version: 'KJV' }

describe('removing a bookmark', () => {
  const under = commandUnderTest()

  it('is said, with its position; the chapter may be bookmarked again', async () => {
    const ann = await signUpSomebody(under)
    const { id } = (await ann.ask('POST', '/api/bookmarks', psalm)).body
    const bob = await signUpSomebody(under)
    expect((await bob.ask('DELETE', `/api/bookmarks/${id}`)).status).toBe(404)
    const removed = await ann.ask('DELETE', `/api/bookmarks/${id}`)
    expect(removed).toMatchObject({ status: 200, body: { message: 'Bookmark deleted successfully!' } })
    expect((await ann.ask('DELETE', `/api/bookmarks/${id}`)).status).toBe(404)
    expect(await ann.ask('POST', '/api/bookmarks', psalm)).toMatchObject({ status: 201, body: { id, revision: 3 } })
    const events = await eventsIn(under, bookmarkKind.streams.name(ann.id, id))
    expect(events.map(({ type }) => type)).toEqual(['BookmarkAdded', 'BookmarkRemoved', 'BookmarkAdded'])
    expect(removed.headers['x-position']).toBe(String(events[1]?.metadata.globalPosition))
  })
})
