import { describe, expect, it } from 'vitest'
import { givenStreamOf, keepsWhatWasRecorded, standsOnItsEnds } from '../given.contract.ts'
import { RuleBroken } from '../rule.ts'
import { hasTags } from '../tagged.contract.ts'
import { bookmark } from './bookmark.ts'
import { type BookmarkEvent, bookmarkId, bookmarkKind } from './bookmark-item.ts'
import recorded from './recorded-events.json' with { type: 'json' }

const given = givenStreamOf(bookmark)
const userId = '7d1f9f5c-8a55-4f3b-8b56-1c5c7f3f6b21'
const chapter = { version: 'KJV', book: 'John', chapter: 3 }
const place = { ...chapter, verseId: null, endVerseId: null }
const id = bookmarkId('KJV', 43, 3, place)
const now = '2026-01-01T08:00:00.000Z'

const add = {
  type: 'AddBookmark',
  data: { ...chapter, bookmarkId: id, userId },
  metadata: { now: new Date(now) },
} as const
const remove = { type: 'RemoveBookmark', data: { userId }, metadata: { now: new Date(now) } } as const
const added: BookmarkEvent = {
  type: 'BookmarkAdded',
  data: { ...place, bookmarkId: id, userId, category: 'General', addedAt: now },
}
const removed: BookmarkEvent = { type: 'BookmarkRemoved', data: { ...place, bookmarkId: id, userId, removedAt: now } }
const restored: BookmarkEvent = {
  type: 'BookmarkRestored',
  data: { ...place, bookmarkId: id, userId, category: 'General', addedAt: now, madeAt: 1, restoredAt: now },
}
const edited = (tag: string, madeAt = 1): BookmarkEvent => ({
  type: 'BookmarkEdited',
  data: { ...place, bookmarkId: id, userId, category: 'General', tags: [tag], addedAt: now, madeAt, editedAt: now },
})
const item = {
  id,
  ...chapter,
  verse_id: null,
  end_verse_id: null,
  category: 'General',
  created_at: now,
  revision: 1,
} as const
const restore = { type: 'Restore', data: { userId, item }, metadata: { now: new Date(now), madeAt: 1 } } as const
const broken = (code: string) => (error: Error) => error instanceof RuleBroken && error.code === code

describe('a bookmark', () => {
  it('is set on a chapter', () => given([]).when(add).then([added]))
  it('is set once', () =>
    given([added])
      .when(add)
      .thenThrows((error) => broken('bookmark_exists')(error) && error.message === 'This bookmark already exists.'))
  it('is set on verses beside the one on their chapter, and says which', () => {
    const verses = { verseId: 43_003_016, endVerseId: 43_003_018 }
    expect(bookmarkId('KJV', 43, 3, verses)).toBe('KJV.43.3.16-18')
    expect(bookmarkId('KJV', 43, 3, { ...verses, endVerseId: null })).toBe('KJV.43.3.16')
    expect(id).toBe('KJV.43.3')
    const named = { ...chapter, ...verses, bookmarkId: 'KJV.43.3.16-18', userId }
    const onVerses: BookmarkEvent = { type: 'BookmarkAdded', data: { ...named, category: 'General', addedAt: now } }
    given([])
      .when({ ...add, data: named })
      .then([onVerses])
    given([onVerses])
      .when({ ...add, data: named })
      .thenThrows(broken('bookmark_exists'))
    for (const one of ['KJV.43.3', 'KJV.43.3.16', 'KJV.43.3.16-18']) expect(bookmarkKind.keyOf(one)).toBe(one)
    for (const none of ['KJV.43', 'KJV.43.3.', 'KJV.43.3.16-', 'KJV.43.3.16-18-20', 'KJV.43.3.a'])
      expect(bookmarkKind.keyOf(none)).toBeNull()
  })
  it('is removed', () => given([added]).when(remove).then([removed]))
  it('may be set again', () => given([added, removed]).when(add).then([added]))
  it('is not removed where there is none', () => {
    given([]).when(remove).thenThrows(broken('bookmark_not_found'))
    given([added, removed]).when(remove).thenThrows(broken('bookmark_not_found'))
  })
  it('is brought back after its removal, and not where it is', () => {
    given([added, removed]).when(restore).then(restored)
    given([added])
      .when(restore)
      .thenThrows((error) => broken('bookmark_exists')(error) && error.message === 'This bookmark already exists.')
    given([]).when(restore).thenThrows(broken('bookmark_not_found'))
  })
  standsOnItsEnds(bookmark, [
    [added, edited('a'), edited('b'), edited('c')],
    [added, removed, added, edited('a', 3), edited('b', 3), removed],
    [added, removed, added, edited('a', 3), edited('b', 3)],
    [added, removed, added, removed, added],
    [added, removed, added, removed],
    [added, removed, restored, removed, restored],
  ])
  hasTags(bookmark, {
    add: { AddBookmark: { bookmarkId: id, userId, ...chapter } },
    edit: { EditBookmark: { userId } },
    ...{ edited: 'BookmarkEdited', id },
  })
  keepsWhatWasRecorded(bookmark, recorded.streams)
})
