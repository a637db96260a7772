// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { seenAnswer } from '../device/seen-answers.ts'
import { answeringServer } from '../testing/answering-server.ts'
import { until } from '../testing/until.ts'
import { answerBy, readSeen } from './read-seen.ts'

const server = answeringServer()
afterEach(() => answerBy(async () => async () => null))

it('what a person has seen is there while the server is away, and for them alone', async () => {
  server.answer = () => ({ body: [{ id: 'a' }], at: 7 })
  const served = await readSeen('ruth', '/api/note/user')
  expect(served).toEqual({ value: [{ id: 'a' }], at: '7', next: null })
  for (const away of [{ lost: true }, { status: 502, foreign: '' }, { status: 504, foreign: '' }] as const) {
    server.answer = () => away
    await until(async () => expect(await readSeen('ruth', '/api/note/user')).toEqual({ ...served, here: true }))
    await expect(readSeen('boaz', '/api/note/user')).rejects.toMatchObject({ name: 'ApiProblem' })
    await expect(readSeen('ruth', '/api/sermon/user')).rejects.toMatchObject({ name: 'ApiProblem' })
  }
  // A refusal by the server is passed on; the device does not answer in its place.
  server.answer = () => ({ status: 401 })
  await expect(readSeen('ruth', '/api/note/user')).rejects.toMatchObject({ status: 401 })
})

it('what the server no longer has is not there while the server is away either', async () => {
  server.answer = () => ({ body: { id: 'a' }, at: 7 })
  await readSeen('ruth', '/api/note/detail/a')
  await until(async () => expect(await seenAnswer('ruth', '/api/note/detail/a')).toMatchObject({ value: { id: 'a' } }))
  server.answer = () => ({ status: 404, body: { code: 'note_not_found' } })
  await expect(readSeen('ruth', '/api/note/detail/a')).rejects.toMatchObject({ status: 404, code: 'note_not_found' })
  await until(async () => expect(await seenAnswer('ruth', '/api/note/detail/a')).toBeUndefined())
})

it('what the device makes of the items that are here goes before what was seen, and only while the server is away', async () => {
  server.answer = () => ({ body: ['seen'], at: 7 })
  const kept = vi.fn(async () => ({ value: ['kept'], at: '9', next: null }))
  answerBy(async () => kept)
  expect(await readSeen('ruth', '/api/bookmarks')).toEqual({ value: ['seen'], at: '7', next: null })
  expect(kept).not.toHaveBeenCalled()
  server.answer = () => ({ lost: true })
  expect(await readSeen('ruth', '/api/bookmarks')).toMatchObject({ value: ['kept'], here: true })
  expect(kept).toHaveBeenCalledWith('ruth', '/api/bookmarks')
  // The network failed before the code that answers had loaded.
  answerBy(() => Promise.reject(new TypeError('fetch failed')))
  await until(async () =>
    expect(await readSeen('ruth', '/api/bookmarks')).toMatchObject({ value: ['seen'], here: true }),
  )
})

it('what is typed into a search is not kept on the device', async () => {
  server.answer = () => ({ body: ['found'], at: 7 })
  for (const path of ['/api/writing?limit=50&book=John', '/api/history?query=love', '/api/note/user?limit=50'])
    await readSeen('ruth', path)
  await until(async () =>
    expect(await seenAnswer('ruth', '/api/note/user?limit=50')).toMatchObject({ value: ['found'] }),
  )
  expect(await seenAnswer('ruth', '/api/writing?limit=50&book=John')).toBeUndefined()
  expect(await seenAnswer('ruth', '/api/history?query=love')).toBeUndefined()
})
