// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { answeringServer } from '../testing/answering-server.ts'
import { until } from '../testing/until.ts'
import { readSeen } from './read-seen.ts'

const server = answeringServer()

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
  // A server that refuses is believed.
  server.answer = () => ({ status: 401 })
  await expect(readSeen('ruth', '/api/note/user')).rejects.toMatchObject({ status: 401 })
})

it('what the person keeps goes before what was seen, and only while the server is away', async () => {
  server.answer = () => ({ body: ['seen'], at: 7 })
  const kept = vi.fn(async () => ({ value: ['kept'], at: '9', next: null }))
  expect(await readSeen('ruth', '/api/bookmarks', undefined, kept)).toEqual({ value: ['seen'], at: '7', next: null })
  expect(kept).not.toHaveBeenCalled()
  server.answer = () => ({ lost: true })
  expect(await readSeen('ruth', '/api/bookmarks', undefined, kept)).toMatchObject({ value: ['kept'], here: true })
})
