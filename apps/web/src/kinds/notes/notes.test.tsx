// @vitest-environment jsdom
import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Note } from '@pathlight/contracts/notes.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { keptWork } from '../../device/kept-work.ts'
import { editDraftKey } from '../../study/draft-keys.ts'
import type { Chosen } from '../../study/study-kind.ts'
import { ruth, serverForRuth } from '../../testing/as-ruth.ts'
import { showInApp } from '../../testing/in-app.tsx'
import NoteSection from './notes.tsx'

const { server, sent } = serverForRuth()
const column = { version: 'WEB', book: 'John', chapter: 3 }
const verse: Verse = { ...column, verse: 16, verse_id: 43_003_016, text: 'For God so loved the world' }
const chosen: Chosen = { by: 'verses', column, parts: [{ verse, start: 0, end: 26, text: verse.text }] }
const saved: Note = {
  ...{ id: 'n', user_id: 'ruth', verse_id: 43_003_016, version: 'WEB', book: 'John', title: null, text: 'As it was.' },
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z', revision: 2 },
}

it('unsaved words for a note that another device removed are there on its verse, and are saved as a new note', async () => {
  server.answer = ({ method, path, body }) => {
    if (path.startsWith('/api/overlay')) return { at: 3, body: { book: 'John', chapter: 3, notes: [] } }
    if (path.startsWith('/api/history')) return { at: 3, body: { revisions: [], next: null } }
    if (method === 'PUT') return { status: 404, body: { code: 'note_not_found' } }
    return { status: 201, at: 4, body: { ...saved, ...(body as Note), revision: 1 } }
  }

  it('shows both, and saves over it when told to keep mine', async () => {
    const { user } = await edit()
    // What differs is marked.
    await screen.findByText('reader.', { selector: 'ins *' })
    expect(screen.getByText('phone.', { selector: 'del *' })).toBeDefined()
    // Long words scroll, which needs a stop of the Tab key.
    for (const name of ['Yours, here', 'The saved one'])
      expect(screen.getByRole('region', { name }).querySelector('.overflow-y-auto')?.getAttribute('tabindex')).toBe('0')
    writes = [{ body: note({ text: 'From the reader.', revision: 8 }), at: 12 }]
    await user.click(press('Keep mine'))
    await screen.findByText('Saved')
    expect(sent().at(-1)).toMatchObject({ ifMatch: '"7"', body: { text: 'From the reader.' } })
  })

  it('leaves it as it is when told to take theirs, and forgets mine', async () => {
    const { user, onClose } = await edit()
    await user.click(press('Take the saved one'))
    expect(onClose).toHaveBeenCalled()
    expect(sent()).toHaveLength(1)
    expect(pendingWrites.unsaved('ruth')).toEqual([])
  })

  it('is marked on the verse until it is decided', async () => {
    const { unmount } = await edit()
    unmount()
    const shown: { now: OnChapter | null } = { now: null }
    const onShown = (next: OnChapter) => {
      shown.now = next
    }
    const of = { viewer: ruth, column, verses: [verse] }
    showInApp([{ path: '/', element: <NotesOnChapter of={of} onShown={onShown} /> }], '/', queryClient)
    const label = () => shown.now?.marks.get(16)?.label
    expect(label()).toBe('1 note on verse 16 · Not saved')
    const [write] = pendingWrites.unsaved('ruth')
    act(() => pendingWrites.discard(write?.key ?? ''))
    expect(label()).toBe('1 note on verse 16')
  })

  it('asks at once when it is opened again later', async () => {
    const { unmount } = await edit()
    unmount()
    await open()
    await within(screen.getByRole('alert')).findByText('reader.', { selector: 'ins *' })
  })
})

describe('a note that was deleted elsewhere meanwhile', () => {
  it('keeps the words, and saves them as a new note', async () => {
    notes = [note()]
    const { user } = await open()
    await user.click(press('Edit'))
    await user.type(text(), ' And more.')
    writes = [{ status: 404, body: { code: 'note_not_found' } }]
    await user.click(press('Save'))
    await screen.findByText('Deleted on another device')
    writes = [{ status: 201, body: note({ id: 'b', text: 'The world. And more.', revision: 1 }), at: 9 }]
    await user.click(press('Save'))
    await screen.findByText('Saved')
    const [, made] = sent()
    expect(made).toMatchObject({ method: 'POST', body: { text: 'The world. And more.' } })
    expect(made?.body).not.toMatchObject({ id: 'a' })
    expect(pendingWrites.unsaved('ruth')).toEqual([])
  })
})

describe('deleting a note', () => {
  const remove = async () => {
    notes = [note()]
    const shown = await open()
    await shown.user.click(press('Delete'))
    await shown.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    return shown
  }

  it('hides it at once, and closes when the last one is gone', async () => {
    let arrive = () => {}
    writes = [{ body: {}, at: 9, after: new Promise<void>((resolve) => (arrive = resolve)) }]
    const { onClose } = await remove()
    expect(screen.queryByText('The world.')).toBeNull()
    expect(onClose).not.toHaveBeenCalled()
    arrive()
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent()[0]).toMatchObject({ method: 'DELETE', path: '/api/note/detail/a', ifMatch: '"3"' })
  })

  it('brings it back, and says why, where it was changed elsewhere', async () => {
    writes = [{ status: 412, body: { code: 'revision_mismatch', current: note({ revision: 4 }) } }]
    const { onClose } = await remove()
    await screen.findByText('Changed on another device')
    expect(screen.getByText('The world.')).toBeDefined()
    expect(onClose).not.toHaveBeenCalled()
    expect(pendingWrites.unsaved('ruth')).toEqual([])
  })
})
