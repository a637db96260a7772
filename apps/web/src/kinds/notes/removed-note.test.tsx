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
  const key = editDraftKey('notes', 'ruth', 'n')
  keptWork.set(key, { id: 'n', title: '', text: 'Not saved yet.', tags: [], endVerseId: null, base: saved })
  const nothing = () => undefined
  const at = { owner: ruth, chosen, onUnsaved: nothing, guard: nothing, onClose: nothing, openWorkspace: nothing }
  const { user } = showInApp([{ path: '/', element: <NoteSection {...at} asked={false} /> }], '/', queryClient)
  await screen.findByDisplayValue('Not saved yet.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toMatchObject([{ method: 'PUT', ifMatch: '"2"' }]))
  await screen.findByText('Deleted on another device')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()[1]).toMatchObject({ method: 'POST', body: { text: 'Not saved yet.' } }))
  await waitFor(() => expect(keptWork.get(key)).toBeUndefined())
})
