// @vitest-environment jsdom
import type { Note } from '@pathlight/contracts/notes.ts'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pendingWrites } from '../api/pending-writes.ts'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { noteWrites } from '../kinds/notes/note-writes.ts'
import { answeringServer } from '../testing/answering-server.ts'
import { showInApp } from '../testing/in-app.tsx'
import OfflineSign from './offline-sign.tsx'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const write = (text: string) => {
  const wanted = { id: crypto.randomUUID(), verse_id: 43_003_016, version: 'KJV', book: 'John', text } as Note
  pendingWrites.add(noteWrites, 'ruth', { base: null, wanted })
}
const connect = (isConnected: boolean) =>
  act(() => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isConnected)
    window.dispatchEvent(new Event(isConnected ? 'online' : 'offline'))
  })
const show = (user: typeof ruth | null) =>
  showInApp([{ path: '/', element: <OfflineSign user={user} /> }], '/', queryClient)

const forget = () => act(() => pendingWrites.forget())
beforeEach(() => {
  forget()
  queryClient.setQueryData(SESSION_KEY, ruth)
})
afterEach(() => {
  forget()
  vi.restoreAllMocks()
})

it('says that there is no connection, to a visitor too, and goes when there is one', () => {
  show(null)
  expect(screen.queryByText('Offline')).toBeNull()
  connect(false)
  screen.getByText('Offline')
  connect(true)
  expect(screen.queryByText('Offline')).toBeNull()
})

it('says how much waits where the server does not answer, and leads to it', async () => {
  server.answer = () => ({ lost: true })
  show(ruth)
  expect(screen.queryByRole('link')).toBeNull()
  act(() => write('One.'))
  const link = await screen.findByRole('link', { name: 'Offline · 1 waiting' })
  expect(link.getAttribute('href')).toBe('/my-memos/waiting')
  act(() => write('Two.'))
  await screen.findByRole('link', { name: 'Offline · 2 waiting' })
})

it('says above all that a change needs a choice', async () => {
  server.answer = () => ({ status: 400, body: { code: 'note_empty' } })
  show(ruth)
  act(() => write('Refused.'))
  const link = await screen.findByRole('link', { name: '1 to choose' })
  expect(link.title).toBe('1 change of yours needs your choice')
  connect(false)
  await screen.findByRole('link', { name: '1 to choose' })
})
