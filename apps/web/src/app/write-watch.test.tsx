// @vitest-environment jsdom
import type { User } from '@pathlight/contracts/accounts.ts'
import type { Note } from '@pathlight/contracts/notes.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pendingWrites } from '../api/pending-writes.ts'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { askBeforeLeaving, beforeLeaving } from '../device/before-leaving.ts'
import { keptWork } from '../device/kept-work.ts'
import { noteWrites } from '../kinds/notes/note-writes.ts'
import { newDraftKey } from '../study/draft-keys.ts'
import { answeringServer } from '../testing/answering-server.ts'
import { showInApp } from '../testing/in-app.tsx'
import { StatusMessages } from '../ui/status-message.tsx'
import WriteWatch from './write-watch.tsx'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const TOLD = 'A change was not saved. It is kept on this device: see My Pathlight.'
const note: Note = {
  id: 'a',
  user_id: 'ruth',
  verse_id: 43_003_016,
  version: 'KJV',
  book: 'John',
  title: null,
  text: 'The world.',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  revision: 1,
}
const add = () => pendingWrites.add(noteWrites, 'ruth', { base: null, wanted: { ...note, id: crypto.randomUUID() } })
const show = (user: User = ruth, path = '/') =>
  showInApp([{ path, element: <StatusMessages>{<WriteWatch user={user} />}</StatusMessages> }], path, queryClient)
const leave = vi.fn()

beforeEach(() => {
  pendingWrites.forget()
  queryClient.clear()
  queryClient.setQueryData(SESSION_KEY, ruth)
  leave.mockClear()
  server.asked.length = 0
})

describe('a write that is refused', () => {
  beforeEach(() => {
    server.answer = () => ({ status: 400, body: { code: 'note_empty' } })
  })

  it('is told where no page shows it any more', async () => {
    show()
    act(() => void add())
    await screen.findByText(TOLD)
  })

  it('is left to the page that shows it', async () => {
    show()
    const done = pendingWrites.attend(add())
    await waitFor(() => expect(pendingWrites.unsaved('ruth')).toMatchObject([{ isRefused: true }]))
    expect(screen.queryByText(TOLD)).toBeNull()
    done()
  })

  it('is not told on the page that lists what waits, nor again on the next page', async () => {
    const { unmount } = show(ruth, '/my-memos/waiting')
    act(() => void add())
    await waitFor(() => expect(pendingWrites.unsaved('ruth')).toMatchObject([{ isRefused: true }]))
    expect(screen.queryByText(TOLD)).toBeNull()
    unmount()
    show()
    act(() => pendingWrites.wake())
    expect(screen.queryByText(TOLD)).toBeNull()
  })

  it('is not told by itself while the account is locked, where each page says it, but is once it is unlocked', async () => {
    server.answer = () => ({ status: 403, body: { code: 'account_locked' } })
    const { unmount } = show({ ...ruth, locked: true })
    act(() => void add())
    await waitFor(() => expect(pendingWrites.unsaved('ruth')).toMatchObject([{ isRefused: true }]))
    expect(screen.queryByText(TOLD)).toBeNull()
    unmount()
    show()
    await screen.findByText(TOLD)
  })
})

describe('logging out', () => {
  it('asks nothing where everything is saved', () => {
    show()
    beforeLeaving(leave)
    expect(leave).toHaveBeenCalledOnce()
  })

  it('is asked about while the device cannot read its store', async () => {
    const isUnread = vi.spyOn(keptWork, 'isUnread').mockReturnValue(true)
    const { user } = show()
    act(() => beforeLeaving(leave))
    await screen.findByText('Log out without saving?')
    screen.getByText(/^What this device keeps of your work cannot be read yet, and logging out deletes it\./)
    act(() => pendingWrites.wake())
    expect(leave).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Log out all the same' }))
    expect(leave).toHaveBeenCalledOnce()
    isUnread.mockRestore()
  })

  it('does not go on by itself where the late store has drafts', async () => {
    const isUnread = vi.spyOn(keptWork, 'isUnread').mockReturnValue(true)
    const { user } = show()
    act(() => beforeLeaving(leave))
    await screen.findByText('Log out without saving?')
    isUnread.mockRestore()
    const key = newDraftKey('notes', 'ruth', { version: 'KJV', verse_id: 43_003_018 })
    act(() => keptWork.set(key, { words: 'Read late' }))
    await screen.findByText(/^A draft is kept on this device alone\./)
    act(() => pendingWrites.wake())
    expect(leave).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Stay logged in' }))
    keptWork.remove(key)
  })

  it('is asked about while something is not saved yet', async () => {
    server.answer = () => ({ lost: true })
    const { user } = show()
    act(() => void add())
    act(() => beforeLeaving(leave))
    await user.click(await screen.findByRole('button', { name: 'Stay logged in' }))
    expect(leave).not.toHaveBeenCalled()
    act(() => beforeLeaving(leave))
    await user.click(await screen.findByRole('button', { name: 'Log out all the same' }))
    expect(leave).toHaveBeenCalledOnce()
  })

  it('is asked about while a draft is kept, of a sermon as well as of a note, however long ago its editor was closed', async () => {
    const keys = [
      newDraftKey('sermons', 'ruth', { version: 'KJV', verse_id: 43_003_016 }),
      newDraftKey('notes', 'ruth', { version: 'KJV', verse_id: 43_003_017 }),
    ]
    for (const key of keys) keptWork.set(key, { words: 'Three hundred and eighty words' })
    const { user } = show()
    act(() => beforeLeaving(leave))
    await screen.findByText(/^2 drafts are kept on this device alone\./)
    await user.click(await screen.findByRole('button', { name: 'Stay logged in' }))
    expect(leave).not.toHaveBeenCalled()
    for (const key of keys) keptWork.remove(key)
    act(() => beforeLeaving(leave))
    expect(leave).toHaveBeenCalledOnce()
  })

  it('asks an open editor first, and waits until the server has what is saved there', async () => {
    let arrive = () => {}
    server.answer = () => ({
      status: 201,
      body: note,
      at: 9,
      after: new Promise<void>((resolve) => (arrive = resolve)),
    })
    show()
    // This guard stands for an open editor that saves its words. The guard of WriteWatch runs after all others (isLast).
    const close = askBeforeLeaving((goOn) => {
      add()
      goOn()
    })
    act(() => beforeLeaving(leave))
    await screen.findByText('Log out without saving?')
    await waitFor(() => expect(server.asked).toHaveLength(1))
    expect(leave).not.toHaveBeenCalled()
    arrive()
    await waitFor(() => expect(leave).toHaveBeenCalledOnce())
    close()
  })

  it('is asked about while a write of a kind whose code has not come is kept', async () => {
    keptWork.set('write.later', { key: 'later', kind: 'pads', userId: 'ruth', state: { status: 'waiting' } })
    const { user } = show()
    act(() => beforeLeaving(leave))
    await user.click(await screen.findByRole('button', { name: 'Stay logged in' }))
    expect(leave).not.toHaveBeenCalled()
    keptWork.remove('write.later')
  })

  it('goes on by itself once it is saved', async () => {
    let arrive = () => {}
    server.answer = () => ({
      status: 201,
      body: note,
      at: 9,
      after: new Promise<void>((resolve) => (arrive = resolve)),
    })
    show()
    act(() => void add())
    act(() => beforeLeaving(leave))
    await screen.findByText('Log out without saving?')
    await waitFor(() => expect(server.asked).toHaveLength(1))
    arrive()
    await waitFor(() => expect(leave).toHaveBeenCalledOnce())
    expect(screen.queryByText('Log out without saving?')).toBeNull()
  })
})
