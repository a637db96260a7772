// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { dropAnswer, forgetAnswers, keepAnswer, seenAnswer } from './seen-answers.ts'

it('what a person has seen is kept for them alone, as it was last, until they leave', async () => {
  await keepAnswer('ruth', '/api/note/user', { value: ['old'] })
  await keepAnswer('ruth', '/api/note/user', { value: ['new'] })
  await keepAnswer('ruth', '/api/overlay?book=Ruth', { value: [] })
  await keepAnswer('ruth2', '/api/note/user', { value: ['of another'] })
  expect(await seenAnswer('ruth', '/api/note/user')).toEqual({ value: ['new'] })
  expect(await seenAnswer('boaz', '/api/note/user')).toBeUndefined()
  await forgetAnswers('ruth')
  expect(await seenAnswer('ruth', '/api/note/user')).toBeUndefined()
  expect(await seenAnswer('ruth', '/api/overlay?book=Ruth')).toBeUndefined()
  expect(await seenAnswer('ruth2', '/api/note/user')).toEqual({ value: ['of another'] })
})

afterEach(() => {
  vi.restoreAllMocks()
})

it('an answer that the device does not delete stays, and the console says why', async () => {
  await keepAnswer('ruth', '/api/note/user', { value: ['old'] })
  const refusal = new DOMException('No.', 'UnknownError')
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementationOnce(() => {
    throw refusal
  })
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await dropAnswer('ruth', '/api/note/user')
  expect(warn.mock.calls).toEqual([[refusal]])
  expect(await seenAnswer('ruth', '/api/note/user')).toEqual({ value: ['old'] })
  await dropAnswer('ruth', '/api/note/user')
  expect(await seenAnswer('ruth', '/api/note/user')).toBeUndefined()
  expect(warn).toHaveBeenCalledTimes(1)
})

it('a database that leaves a page without an answer is asked once more, over another connection', async () => {
  await keepAnswer('ruth', '/api/note/user', { value: ['old'] })
  const opened = vi.spyOn(indexedDB, 'open')
  const never = Object.assign(Object.create(IDBRequest.prototype), { addEventListener: () => undefined })
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(() => never)
  expect(await seenAnswer('ruth', '/api/note/user')).toEqual({ value: ['old'] })
  expect(opened).toHaveBeenCalledTimes(1)
})

it('a database that leaves a page without an answer from its beginning is asked once more, over another connection', async () => {
  await keepAnswer('ruth', '/api/note/user', { value: ['old'] })
  vi.resetModules()
  const page = await import('./seen-answers.ts')
  const never = Object.assign(Object.create(IDBRequest.prototype), { addEventListener: () => undefined })
  // A page's first `get` reads whether an older build's database must still be copied.
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(() => never)
  expect(await page.seenAnswer('ruth', '/api/note/user')).toEqual({ value: ['old'] })
})

it('where the code that takes over an older build cannot be fetched, answers are kept and read all the same', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.resetModules()
  vi.doMock('./older-databases.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const page = await import('./seen-answers.ts')
  await page.keepAnswer('ruth', '/api/note/user', { value: ['here'] })
  expect(await page.seenAnswer('ruth', '/api/note/user')).toEqual({ value: ['here'] })
  vi.doUnmock('./older-databases.ts')
  vi.unstubAllGlobals()
})

it('a page that is left gives up what it has begun, which would hold the database from all others', async () => {
  await keepAnswer('ruth', '/api/note/user', { value: ['old'] })
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function (this: IDBObjectStore, ...written) {
    const request = put.apply(this, written)
    dispatchEvent(new Event('pagehide'))
    return request
  })
  await keepAnswer('ruth', '/api/note/user', { value: ['new'] })
  expect(await seenAnswer('ruth', '/api/note/user')).toEqual({ value: ['old'] })
  await keepAnswer('ruth', '/api/note/user', { value: ['newer'] })
  expect(await seenAnswer('ruth', '/api/note/user')).toEqual({ value: ['newer'] })
})
