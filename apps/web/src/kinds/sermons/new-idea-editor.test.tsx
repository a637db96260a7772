// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { richTextOf } from '@pathlight/contracts/rich-text-rules.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { editDraftKey } from '../../study/draft-keys.ts'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { asSermon, newSermonDraft } from './sermon-draft.ts'

vi.mock('./rich-text-editor.tsx', () => ({ default: () => <p>The text</p> }))
answeringServer()

const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const VERSE = { version: 'KJV', book: 'John', chapter: 4, verse: 5, verse_id: 43_004_005, text: '' }
const draft = (id: string) => ({
  ...newSermonDraft(id, VERSE, VERSE, 'Ann'),
  ...{ title: 'Living water', content: richTextOf('She came at noon.') },
})

/** The page of an idea, in a tab that was reloaded: nothing of what the device keeps is in memory yet. */
const openIdea = async (id: string) => {
  const { default: NewIdeaEditor } = await import('./new-idea-editor.tsx')
  const props = { owner: ruth, id, onSaved: vi.fn(), onDeleted: vi.fn(), onCancel: vi.fn() }
  return showInApp(
    [{ path: '/my-memos/sermons/:id', element: <NewIdeaEditor {...props} /> }],
    `/my-memos/sermons/${id}?new`,
  )
}

it('edits a sermon that was saved and waits to be sent, and does not begin it anew', async () => {
  const write = {
    ...{ key: 'k', kind: 'sermons', userId: 'ruth', itemId: 'waits', lane: 'waits', tab: 't' },
    ...{ base: null, wanted: asSermon(draft('waits'), ruth, '2026-01-01T00:00:00.000Z') },
    ...{ madeAt: '2026-01-01T00:00:00.000Z', turn: 1, state: { status: 'waiting', tries: 0, due: 0 } },
  }
  localStorage.setItem('write.k', JSON.stringify(write))
  const { router } = await openIdea('waits')
  await waitFor(() => expect(router.state.location.search).toBe('?edit'))
  expect(router.state.location.pathname).toBe('/my-memos/sermons/waits')
  expect(screen.queryByText('The text')).toBeNull()
})

it('lets the passage be chosen again after a reload, until the sermon is saved', async () => {
  const { keptWork } = await import('../../device/kept-work.ts')
  keptWork.set(editDraftKey('sermons', 'ruth', 'idea'), { ...draft('idea'), endVerse: '15' })
  const { user } = await openIdea('idea')
  const passage = await screen.findByLabelText<HTMLInputElement>('Passage')
  expect(passage.value).toBe('John 4:5-15')
  await user.clear(passage)
  await user.type(passage, 'John 7:37-39')
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Start Chapter').value).toBe('7'))
  expect(screen.getByLabelText<HTMLInputElement>('End Verse').value).toBe('39')
})
