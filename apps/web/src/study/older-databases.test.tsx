// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { beforeEach, expect, it, vi } from 'vitest'
import { createKeptWork } from '../device/kept-work.ts'
import type { KeptKind } from './offline-kind.ts'

/** What this browser has from an older build, in the form in which that build wrote it: three databases. */
const leaveOlder = async (): Promise<void> => {
  const work = await openDB('pathlight', 1, { upgrade: (db) => void db.createObjectStore('work') })
  await work.put('work', { text: 'Entreat me not' }, 'draft.ruth.a')
  await work.put('work', { key: 'one', kind: 'notes', state: { status: 'waiting', tries: 1, due: 0 } }, 'write.one')
  work.close()
  const seen = await openDB('pathlight-seen', 1, { upgrade: (db) => void db.createObjectStore('answers') })
  const served = (value: unknown, at: string) => ({ value, at, next: null })
  const [a, b] = [
    { id: 'a', book: 'Ruth', text: 'Older' },
    { id: 'b', book: 'Ruth', text: 'Newer' },
  ]
  const outline = { id: 's', title: 'Manna', words: 'Bread' }
  const answers: [person: string, path: string, value: unknown][] = [
    ['', '/api/auth/', { id: 'ruth', username: 'ruth' }],
    ['ruth', '/api/note/user?limit=50', served([a], '5')],
    ['ruth', 'study', { items: 3, bytes: 900, at: '2026-01-01T00:00:00.000Z', position: '6' }],
    ['ruth', 'study/alone/api/sermon/s', served({ id: 's', title: 'Manna', content: { type: 'doc' } }, '6')],
    ['ruth', 'study/list/notes', served([b, a], '6')],
    ['ruth', 'study/list/sermons', served([outline], '7')],
    ['ruth', 'study/nothing', served({ book: '', chapter: 0, notes: [], sermons: [] }, '7')],
    ['ruth', 'study/on/Ruth/1', served({ book: 'Ruth', chapter: 1, notes: [b, a], sermons: [] }, '7')],
    ['ruth', 'study/on/Ruth/2', served({ book: 'Ruth', chapter: 2, notes: [a], sermons: [outline] }, '7')],
  ]
  for (const [person, path, value] of answers) await seen.put('answers', value, [person, path])
  seen.close()
  const texts = await openDB('pathlight-texts', 1, {
    upgrade: (db) => {
      for (const store of ['kept', 'begun', 'parts', 'chapters', 'indexes']) db.createObjectStore(store)
    },
  })
  await texts.put('kept', { name: 'KJV', tag: 't', size: 9, head: { kind: 'version' } }, 'KJV')
  await texts.put('begun', { name: 'WEB', tag: 'u', size: 20 }, 'WEB')
  await texts.put('parts', new Uint8Array([1, 2, 3]), ['WEB', 0])
  await texts.put('chapters', '["In the beginning"]', ['KJV', 1, 1])
  await texts.put('indexes', { words: 1 }, 'KJV')
  texts.close()
}

const searched = () => {
  throw new Error('not searched here')
}
const kinds: readonly KeptKind[] = [
  { name: 'notes', history: 'note', kind: { path: '/api/note/user?limit=200', searched } },
  {
    name: 'sermons',
    history: 'sermon',
    kind: { path: '/api/sermon/user', searched, pathOf: ({ id }) => `/api/sermon/${id}` },
  },
]

/** The modules as a page that is opened now has them. */
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
  expect(work.get('draft.ruth.a')).toEqual({ text: 'Entreat me not' })
  expect(work.get('write.one')).toMatchObject({ key: 'one', kind: 'notes' })
  await work.close()
})

it('what a person had seen and kept with an older build is there, and stays there for its pages until the new worker is at work', async () => {
  await leaveOlder()
  const page = await openPage()
  expect(await page.seenAnswer('', '/api/auth/')).toEqual({ id: 'ruth', username: 'ruth' })
  expect(await page.seenAnswer('ruth', '/api/note/user?limit=50')).toMatchObject({ at: '5' })
  expect(await page.studyKept('ruth')).toMatchObject({ items: 3, position: '6', latest: '7' })
  expect((await page.answer('/api/note/user?limit=200'))?.map(({ id }) => id)).toEqual(['b', 'a'])
  expect(await page.answer('/api/sermon/s')).toMatchObject({ content: { type: 'doc' } })
  const on = (chapter: number) => page.answer(`/api/overlay?version=KJV&book=Ruth&chapter=${chapter}`)
  expect((await on(1)).notes?.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(await on(2)).toMatchObject({ notes: [{ id: 'a' }], sermons: [{ id: 's' }] })
  expect(await on(3)).toMatchObject({ notes: [], sermons: [] })
  expect(await page.keptTexts.chapter('KJV', 1, 1)).toBe('["In the beginning"]')
  expect(await page.keptTexts.kept('KJV')).toMatchObject({ tag: 't' })
  expect(await page.keptTexts.here('WEB')).toBe(3)
  expect(await page.keptTexts.index('KJV')).toEqual({ words: 1 })
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
    // As a browser does: what is asked is taken, and the transaction comes to nothing.
    if (isFull && this.name === 'items') queueMicrotask(() => this.transaction.abort())
    isFull &&= this.name !== 'items'
    return put.apply(this, given)
  })
  const page = await openPage()
  expect(await page.seenAnswer('ruth', '/api/note/user?limit=50')).toBeUndefined()
  vi.restoreAllMocks()
  const next = await openPage()
  expect(await next.studyKept('ruth')).toMatchObject({ items: 3 })
  expect(await next.seenAnswer('ruth', '/api/note/user?limit=50')).toMatchObject({ at: '5' })
})

it('goes with the person who leaves', async () => {
  await leaveOlder()
  const page = await openPage()
  await page.keptTexts.allKept()
  await page.forgetAnswers('ruth')
  expect(await page.studyKept('ruth')).toBeNull()
  expect(await page.answer('/api/note/user?limit=200')).toBeUndefined()
  await vi.waitFor(async () => expect(await names()).toEqual(['pathlight', 'pathlight-texts']))
  expect(await page.seenAnswer('', '/api/auth/')).toEqual({ id: 'ruth', username: 'ruth' })
})

it('is deleted by the worker of the new build, with what no page has taken over yet taken over before', async () => {
  await leaveOlder()
  ;(await openDB('workbox-expiration', 1)).close()
  const { replaceOlder } = await import('../device/replace-older.ts')
  await replaceOlder()
  await vi.waitFor(async () => expect(await names()).toEqual(['pathlight']))
  const page = await openPage()
  expect(await page.studyKept('ruth')).toMatchObject({ items: 3 })
  expect(await page.keptTexts.chapter('KJV', 1, 1)).toBe('["In the beginning"]')
})
