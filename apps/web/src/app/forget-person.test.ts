// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { keptWork } from '../device/kept-work.ts'
import { forgetPerson } from '../session/log-out.ts'
import { editDraftKey, newDraftKey } from '../study/draft-keys.ts'
import type { KindName } from '../study/kind.ts'
import { manyTurns } from '../testing/until.ts'
import { KINDS } from './kinds.ts'

const verse = { version: 'KJV', verse_id: 43_003_016 }
// The drafts of a kind that is added later must be deleted, too, so the test adds a kind `prayers`.
const NAMES = [...KINDS.map(({ name }) => name), 'prayers' as KindName]

beforeEach(() => keptWork.open())

it.each(NAMES)('drafts of %s go with the person who logs out, and with nobody else', async (name) => {
  const [naomis = [], others = []] = ['naomi', 'orpah'].map((id) => [
    newDraftKey(name, id, verse),
    editDraftKey(name, id, 'a'),
  ])
  for (const key of [...naomis, ...others]) keptWork.set(key, {})
  queryClient.setQueryData(SESSION_KEY, { id: 'naomi', username: 'naomi', email: 'naomi@example.org' })
  await forgetPerson()
  expect([...naomis, ...others].filter((key) => keptWork.get(key))).toEqual(others)
  for (const key of others) keptWork.remove(key)
})

it('what the device could read only after the log-out goes too, unless the same person is back by then', async () => {
  let read = () => {}
  vi.spyOn(keptWork, 'readLate').mockImplementation(() => new Promise<void>((resolve) => (read = resolve)))
  const naomi = { id: 'naomi', username: 'naomi', email: 'naomi@example.org' }
  for (const then of [null, naomi]) {
    queryClient.setQueryData(SESSION_KEY, naomi)
    await forgetPerson()
    queryClient.setQueryData(SESSION_KEY, then)
    keptWork.set('draft.naomi.a', { text: 'Read late' })
    keptWork.set('write.naomi', { key: 'naomi', userId: 'naomi', kind: 'notes', state: { status: 'waiting' } })
    read()
    await manyTurns()
    expect(keptWork.keys('')).toEqual(then ? ['draft.naomi.a', 'write.naomi'] : [])
  }
  vi.restoreAllMocks()
  await forgetPerson()
})

it('words of another person that only the local storage has stay there, and those of the person who logs out go', async () => {
  for (const id of ['naomi', 'orpah']) localStorage.setItem(`draft.${id}.a`, '{"text":"Unsent."}')
  localStorage.setItem('write.orpah', '{"key":"orpah","userId":"orpah","kind":"notes","state":{"status":"waiting"}}')
  // IndexedDB refuses everything, so the words that a new page finds in local storage stay there.
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('Refused', 'SecurityError')
    },
  })
  vi.resetModules()
  const page = await import('../session/log-out.ts')
  const queries = await import('../api/query-client.ts')
  queries.queryClient.setQueryData(queries.SESSION_KEY, { id: 'naomi', username: 'naomi', email: 'naomi@example.org' })
  await page.forgetPerson()
  vi.unstubAllGlobals()
  expect(Object.keys(localStorage).toSorted()).toEqual(['draft.orpah.a', 'write.orpah'])
  localStorage.clear()
})

it('offline stays off for whoever comes next, and is not on for them because it was for the person who logs out', async () => {
  for (const key of ['offline.on', 'offline.off', 'searches', 'sermon.pages']) localStorage.setItem(key, 'yes')
  queryClient.setQueryData(SESSION_KEY, { id: 'naomi', username: 'naomi', email: 'naomi@example.org' })
  await forgetPerson()
  expect(Object.keys(localStorage)).toEqual(['offline.off'])
})

it('the texts that were read go, and the worker is told to store the open page again', async () => {
  const [deleted, postMessage] = [vi.fn(async () => true), vi.fn()]
  vi.stubGlobal('caches', { delete: deleted, match: async () => undefined })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller: { postMessage } } })
  queryClient.setQueryData(SESSION_KEY, { id: 'naomi', username: 'naomi', email: 'naomi@example.org' })
  await forgetPerson()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  expect(deleted).toHaveBeenCalledWith('bible')
  expect(postMessage).toHaveBeenCalledWith({ type: 'keep', page: '/' })
})
