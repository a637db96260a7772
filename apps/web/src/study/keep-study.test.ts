import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Item } from '../api/pending-write.ts'
import { forgetAnswers, seenAnswer } from '../device/seen-answers.ts'
import { until } from '../testing/until.ts'
import { answersHere } from './answers-here.ts'
import { changeStudy, keepStudy, NotKeptHere } from './keep-study.ts'
import { studyKept } from './kept-study.ts'
import type { KeptKind, OfflineKind } from './offline-kind.ts'

type Note = Item & { readonly book: string; readonly chapter: number; readonly text: string }
const searched = () => {
  throw new Error('not searched here')
}
const notes: OfflineKind<Note> = {
  searched,
  path: '/api/note/user?limit=2',
  onVerses: {
    name: 'notes',
    isOn: (note, { book, chapter }) => note.book === book && note.chapter === chapter,
    shown: (note) => note,
  },
}
const sermons: OfflineKind<Item & { readonly content: string }> = {
  searched,
  path: '/api/sermon/user',
  listed: ({ content, ...outline }) => ({ ...outline, words: content }),
  pathOf: ({ id }) => `/api/sermon/${id}`,
}
const kinds: readonly KeptKind[] = [
  { name: 'notes', history: 'note', kind: notes as OfflineKind },
  { name: 'sermons', history: 'sermon', kind: sermons as OfflineKind },
]
const answer = answersHere(kinds)
const note = (id: string, chapter: number) => ({ id, book: 'John', chapter, text: `On John ${chapter}` })

const answers = new Map<string, { body: unknown; next?: string }>()
const asked: string[] = []
beforeEach(() => {
  answers.clear()
  asked.length = 0
  answers.set('/api/note/user?limit=2', { body: [note('a', 3), note('b', 3)], next: '/api/note/user?limit=2&after=b' })
  answers.set('/api/note/user?limit=2&after=b', { body: [note('c', 4)] })
  answers.set('/api/sermon/user', { body: [{ id: 's', content: 'Manna' }] })
  answers.set('/api/users/settings', { body: { settings: {} } })
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    const answer = answers.get(path)
    if (!answer) throw new TypeError('fetch failed')
    const link = answer.next ? { link: `<${answer.next}>; rel="next"` } : {}
    return Response.json(answer.body, { headers: { 'x-pathlight': '1', 'x-position': '7', ...link } })
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await forgetAnswers('ruth')
})

const keep = (changed: { names: ReadonlySet<string>; upTo: string } | null = null, isStill = true) =>
  keepStudy({
    ...{ person: 'ruth', kinds, changed, say: () => undefined, signal: new AbortController().signal },
    isStill: () => isStill,
    now: () => '2026-01-01T00:00:00.000Z',
  })
const list = async (path: string) => (await answer('ruth', path))?.value as readonly Item[] | undefined
const ids = async (path: string) => (await list(path))?.map(({ id }) => id)
const overlay = (chapter: number) => `/api/overlay?version=KJV&book=John&chapter=${chapter}`
const on = async (chapter: number) =>
  (await answer('ruth', overlay(chapter)))?.value as { notes: Item[]; chapter: number } | undefined

it('keeps every page of every kind: as lists, on their chapters, and each whole', async () => {
  const kept = await keep()
  expect(kept).toMatchObject({ items: 4, at: '2026-01-01T00:00:00.000Z', position: '7', latest: '7' })
  expect(await studyKept('ruth')).toEqual(kept)
  expect(await ids('/api/note/user?limit=50')).toEqual(['a', 'b', 'c'])
  // The server gave the first page of this list. The device answers the next page.
  expect(await ids('/api/note/user?limit=200&after=p7.b')).toEqual(['c'])
  expect(await ids('/api/note/user?limit=200&after=p7.gone')).toBeUndefined()
  expect((await on(3))?.notes.map(({ id }) => id)).toEqual(['b', 'a'])
  // The device knows that this chapter has no items.
  expect(await on(5)).toMatchObject({ book: 'John', chapter: 5, notes: [] })
  expect(await answer('ruth', '/api/sermon/s')).toEqual({
    value: { id: 's', content: 'Manna' },
    at: '7',
    next: null,
  })
  expect(await list('/api/sermon/user?content=none')).toEqual([{ id: 's', words: 'Manna' }])
  expect((await answer('ruth', '/api/resource-counts'))?.value).toEqual({ notes_count: 3, sermons_count: 1 })
  expect(await studyKept('boaz')).toBeNull()
  expect(await answer('boaz', overlay(3))).toBeNull()
  expect(await answer('boaz', '/api/note/user')).toBeNull()
})

it('keeps the settings with it, as they are each time', async () => {
  const settings = async () =>
    ((await seenAnswer('ruth', '/api/users/settings')) as { value: unknown } | undefined)?.value
  for (const highlightColor of ['#336699', '#996633']) {
    answers.set('/api/users/settings', { body: { settings: { highlightColor } } })
    await keep()
    await until(async () => expect(await settings()).toEqual({ settings: { highlightColor } }))
  }
})

it('fetches again only what changed, and what is gone goes', async () => {
  await keep()
  asked.length = 0
  answers.set('/api/note/user?limit=2', { body: [note('b', 4)] })
  answers.delete('/api/sermon/user')
  // Unchanged kinds are not fetched, and are known to be complete up to the same position.
  expect((await keep({ names: new Set(['notes']), upTo: '12' })).position).toBe('12')
  expect(asked).toEqual(['/api/note/user?limit=2', '/api/users/settings'])
  expect(await ids('/api/note/user?limit=50')).toEqual(['b'])
  expect((await on(3))?.notes).toEqual([])
  expect((await on(4))?.notes.map(({ id }) => id)).toEqual(['b'])
  expect(await answer('ruth', '/api/sermon/s')).not.toBeNull()
})

it('is changed with what messages bring, and each is laid once', async () => {
  const { bytes } = await keep()
  asked.length = 0
  const change = (position: string, id: string, item: object | null) =>
    ({ ...{ position, id, kind: 'note' as const }, item: item as Record<string, unknown> | null }) as const
  const told = [change('8', 'd', note('d', 4)), change('9', 'a', null), change('10', 'b', note('b', 5))]
  expect(await changeStudy('ruth', kinds, told)).toBe(true)
  // Another tab applies the same changes later, which changes nothing.
  expect(await changeStudy('ruth', kinds, told.slice(0, 1))).toBe(true)
  expect(await ids('/api/note/user?limit=50')).toEqual(['d', 'b', 'c'])
  expect((await on(3))?.notes).toEqual([])
  expect((await on(4))?.notes.map(({ id }) => id)).toEqual(['c', 'd'])
  expect((await on(5))?.notes.map(({ id }) => id)).toEqual(['b'])
  expect(await studyKept('ruth')).toMatchObject({
    items: 4,
    position: '10',
    latest: '10',
    kinds: { notes: { items: 3 } },
  })
  expect((await studyKept('ruth'))?.bytes).toBeGreaterThan(bytes - 100)
  expect(asked).toEqual([])
  // The message lacks its item, so nothing is applied and the caller fetches the kind.
  expect(await changeStudy('ruth', kinds, [{ position: '11', kind: 'note', id: 'd' }])).toBe(false)
  expect(await studyKept('ruth')).toMatchObject({ position: '10' })
  // After the browser has cleared the storage there is nothing to change.
  await forgetAnswers('ruth')
  expect(await changeStudy('ruth', kinds, told)).toBe(false)
})

it('leaves what was kept when the server goes midway, and keeps nothing of a person who has left', async () => {
  await expect(keep(null, false)).rejects.toThrow(NotKeptHere)
  expect(await studyKept('ruth')).toBeNull()
  await keep()
  answers.delete('/api/note/user?limit=2&after=b')
  answers.set('/api/note/user?limit=2', { body: [note('z', 9)], next: '/api/note/user?limit=2&after=b' })
  await expect(keep()).rejects.toMatchObject({ status: 0 })
  expect(await ids('/api/note/user?limit=50')).toEqual(['a', 'b', 'c'])
})

it('says that the device refuses it', async () => {
  const { put } = IDBObjectStore.prototype
  // A full disk: the browser accepts the request, and then aborts the transaction.
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function (this: IDBObjectStore, ...given) {
    const request = put.apply(this, given)
    queueMicrotask(() => this.transaction.abort())
    return request
  })
  await expect(keep()).rejects.toMatchObject({ why: 'refused' })
  vi.restoreAllMocks()
})
