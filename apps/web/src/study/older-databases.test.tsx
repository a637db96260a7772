// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { beforeEach, expect, it, vi } from 'vitest'
import { createKeptWork } from '../device/kept-work.ts'
import { leaveOlder } from '../testing/leave-older.ts'
import { until } from '../testing/until.ts'
import type { KeptKind } from './offline-kind.ts'

const searched = () => {
  throw new Error('not searched here')
}
const kinds: readonly KeptKind[] = [
  { name: 'notes', history: 'note', kind: { path: '/api/note/user?limit=200', searched } },
  { name: 'highlights', history: 'highlight', kind: { path: '/api/highlight/user?limit=200', searched } },
  { name: 'bookmarks', history: 'bookmark', kind: { path: '/api/bookmarks?limit=500', searched } },
  {
    name: 'sermons',
    history: 'sermon',
    kind: { path: '/api/sermon/user', searched, pathOf: ({ id }) => `/api/sermon/${id}` },
  },
]

/** Loads the modules afresh, as a newly opened page does. */
const openPage = async () => {
  vi.resetModules()
  const [seen, study, texts, { answersHere }] = await Promise.all([
    import('../device/seen-answers.ts'),
    import('./kept-study.ts'),
    import('../device/kept-texts.ts'),
    import('./answers-here.ts'),
  ])
  const answer = async (path: string) => (await answersHere(kinds)('ruth', path))?.value as Answered
  return { ...seen, ...study, ...texts, answer }
}
type Answered = readonly { id: string }[] & Readonly<Record<string, readonly { id: string }[]>>
const names = async () => (await indexedDB.databases()).map(({ name }) => name).toSorted()

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()))

it('drafts and waiting writes of an older build are there at once', async () => {
  await leaveOlder()
  const work = createKeptWork()
  await work.open()
  expect(work.get('draft.ruth.a')).toMatchObject({ text: 'Entreat me not' })
  const drafts = ['draft.ruth.KJV.8001017', 'draft.ruth.a', 'sermon.ruth.KJV.8001016']
  expect(work.keys('').filter((key) => !key.startsWith('write.'))).toEqual(drafts)
  const waiting = { kind: 'notes', userId: 'ruth', wanted: { id: 'c', text: 'Waits' } }
  expect(work.keys('write.').map((key) => work.get(key))).toMatchObject([waiting])
  await work.close()
})

it('what a person had seen and kept with an older build is there, and stays there for its pages until the new worker is at work', async () => {
  await leaveOlder()
  const page = await openPage()
  expect(await page.seenAnswer('', '/api/auth/')).toMatchObject({ id: 'ruth', username: 'ruth' })
  expect(await page.seenAnswer('ruth', '/api/note/user?limit=50')).toMatchObject({ at: '6' })
  expect(await page.studyKept('ruth')).toMatchObject({ items: 5, position: '6', latest: '8' })
  const listed = async (path: string) => (await page.answer(path))?.map(({ id }) => id)
  expect(await listed('/api/note/user?limit=200')).toEqual(['b', 'a'])
  expect(await listed('/api/highlight/user?limit=200')).toEqual(['h'])
  expect(await listed('/api/bookmarks?limit=500')).toEqual(['KJV.8.4'])
  expect(await page.answer('/api/sermon/s')).toMatchObject({ content: { type: 'doc' } })
  const on = (chapter: number) => page.answer(`/api/overlay?version=KJV&book=Ruth&chapter=${chapter}`)
  expect((await on(1)).notes?.map(({ id }) => id)).toEqual(['a', 'b'])
  expect((await on(1)).sermons?.map(({ id }) => id)).toEqual(['s'])
  expect(await on(2)).toMatchObject({ notes: [], sermons: [{ id: 's' }], highlights: [{ id: 'h' }] })
  expect(await on(3)).toMatchObject({ notes: [], sermons: [], highlights: [] })
  expect(await page.keptTexts.chapter('KJV', 8, 1)).toContain('Now it came to pass')
  expect(await page.keptTexts.kept('KJV')).toMatchObject({ tag: 't' })
  expect(await page.keptTexts.here('WEB')).toBe(3)
  // The texts worker rebuilds an index of an older form.
  expect(await page.keptTexts.index('KJV')).toMatchObject({ form: 1, terms: expect.stringContaining('kinsman') })
  expect(await names()).toEqual(['pathlight', 'pathlight-seen', 'pathlight-texts'])
})

it('is taken over once: what a page writes after that stays', async () => {
  await leaveOlder()
  const page = await openPage()
  await page.keepAnswer('ruth', '/api/note/user?limit=50', { value: [], at: '9', next: null })
  await page.keptTexts.remove('KJV')
  const next = await openPage()
  expect(await next.seenAnswer('ruth', '/api/note/user?limit=50')).toMatchObject({ at: '9' })
  expect(await next.keptTexts.kept('KJV')).toBeUndefined()
})

it('a device without an older build gets no database of one', async () => {
  const page = await openPage()
  expect(await page.seenAnswer('ruth', '/api/note/user')).toBeUndefined()
  expect(await page.keptTexts.allKept()).toEqual([])
  expect(await names()).toEqual(['pathlight'])
})

it('a device that has no room for all of it has none of it, and takes it over when there is room', async () => {
  await leaveOlder()
  const { put } = IDBObjectStore.prototype
  let isFull = true
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    // A full disk: the browser accepts the request, and then aborts the transaction.
    if (isFull && this.name === 'items') queueMicrotask(() => this.transaction.abort())
    isFull &&= this.name !== 'items'
    return put.apply(this, given)
  })
  const page = await openPage()
  expect(await page.seenAnswer('ruth', '/api/note/user?limit=50')).toBeUndefined()
  vi.restoreAllMocks()
  const next = await openPage()
  expect(await next.studyKept('ruth')).toMatchObject({ items: 5 })
  expect(await next.seenAnswer('ruth', '/api/note/user?limit=50')).toMatchObject({ at: '6' })
})

it('goes with the person who leaves', async () => {
  await leaveOlder()
  const page = await openPage()
  await page.keptTexts.allKept()
  await page.forgetAnswers('ruth')
  expect(await page.studyKept('ruth')).toBeNull()
  expect(await page.answer('/api/note/user?limit=200')).toBeUndefined()
  await until(async () => expect(await names()).toEqual(['pathlight', 'pathlight-texts']))
  expect(await page.seenAnswer('', '/api/auth/')).toMatchObject({ id: 'ruth', username: 'ruth' })
})

it('is deleted by the worker of the new build, with what no page has taken over yet taken over before', async () => {
  await leaveOlder()
  ;(await openDB('workbox-expiration', 1)).close()
  const { replaceOlder } = await import('../device/replace-older.ts')
  await replaceOlder()
  await until(async () => expect(await names()).toEqual(['pathlight']))
  const page = await openPage()
  expect(await page.studyKept('ruth')).toMatchObject({ items: 5 })
  expect(await page.keptTexts.chapter('KJV', 8, 1)).toContain('Now it came to pass')
})
