// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { richTextOf } from '@pathlight/contracts/rich-text-rules.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pendingWrites } from '../../api/pending-writes.ts'
import { queryClient } from '../../api/query-client.ts'
import { keptWork } from '../../device/kept-work.ts'
import { askAgain } from '../../session/signed-in-cookie.ts'
import { editDraftKey } from '../../study/draft-keys.ts'
import { ruth, serverForRuth } from '../../testing/as-ruth.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { until } from '../../testing/until.ts'
import { asSermon, ideaDraft, newSermonDraft } from './sermon-draft.ts'
import { Component } from './sermon-page.tsx'
import { type SermonItem, sermonWrites } from './sermon-writes.ts'

vi.mock('./rich-text-editor.tsx', () => ({
  default: () => (
    <p className="ProseMirror" tabIndex={-1}>
      The text
    </p>
  ),
}))

const { server, sent } = serverForRuth()
const ID = '4a1e7c1e-6f0f-4c83-9f0e-0d1a2b3c4d5e'
const KEY = editDraftKey('sermons', 'ruth', ID)
const VERSE = { version: 'KJV', book: 'John', chapter: 4, verse: 5, verse_id: 43_004_005, text: '' }
const draft = {
  ...newSermonDraft(ID, VERSE, VERSE, 'Ann'),
  ...{ title: 'Living water', content: richTextOf('She came at noon.') },
}
const begunAgain = { ...ideaDraft(ID, 'Ann'), title: 'Begun again', content: richTextOf('At noon.') }
/** The sermon as the server has it. Null if the server has none. */
let there: SermonItem | null

const open = (search: string) =>
  showInApp(
    [{ path: '/my-memos/sermons/:id', element: <Component /> }],
    `/my-memos/sermons/${ID}${search}`,
    queryClient,
  )
const title = () => screen.findByLabelText<HTMLTextAreaElement>('Title')

beforeEach(() => {
  askAgain()
  keptWork.remove(KEY)
  there = { ...asSermon(draft, ruth, '2026-01-01T00:00:00.000Z'), revision: 3 }
  server.answer = ({ method, path, body }) => {
    if (path.startsWith('/api/bible/versions')) return { body: { versions: [], default: 'WEB' } }
    if (method === 'GET' && path === `/api/sermon/${ID}`)
      return there ? { at: 1, body: there } : { status: 404, body: { code: 'sermon_not_found' } }
    if (method !== 'PUT' && method !== 'POST') return { status: 404 }
    const saved = { ...asSermon(draft, ruth, '2026-01-01T00:00:00.000Z'), ...(body as SermonItem), revision: 4 }
    return method === 'POST' ? { status: 201, at: 2, body: { newSermon: saved } } : { at: 2, body: saved }
  }
})

describe('the page of a sermon', () => {
  it('edits by ?new a sermon that was saved and waits to be sent', async () => {
    server.answer = () => ({ lost: true })
    pendingWrites.add(sermonWrites, 'ruth', { base: null, wanted: there as SermonItem })
    open('?new')
    await waitFor(async () => expect((await title()).value).toBe('Living water'))
    await screen.findByRole('button', { name: 'Read' })
  })

  it('lets the passage be chosen again after a reload, until the sermon is saved', async () => {
    there = null
    keptWork.set(KEY, { ...draft, endVerse: '15' })
    const { user } = open('?new')
    const passage = await screen.findByLabelText<HTMLInputElement>('Passage')
    expect(passage.value).toBe('John 4:5-15')
    await user.clear(passage)
    await user.type(passage, 'John 7:37-39')
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Start Chapter').value).toBe('7'))
    expect(screen.getByLabelText<HTMLInputElement>('End Verse').value).toBe('39')
  })

  it.each(['Romans 8', '로마서 8장', '롬 8'])(
    'begins at the first verse of a chapter that was typed: %s',
    async (chapter) => {
      there = null
      keptWork.set(KEY, begunAgain)
      const { user } = open('?new')
      await user.type(await screen.findByLabelText('Passage'), chapter)
      await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Start Chapter').value).toBe('8'))
      expect(screen.getByLabelText<HTMLInputElement>('Start Verse').value).toBe('1')
      expect(screen.getByLabelText<HTMLInputElement>('End Verse').value).toBe('')
    },
  )

  it('opens by ?new the sermon that is there; what was begun meanwhile stands beside it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const answer = server.answer
    server.answer = (asked) => ({ ...answer(asked), ...(asked.path === `/api/sermon/${ID}` && { after: promise }) })
    const { user, router } = open('?new')
    await user.type(await title(), 'Begun again')
    act(() => resolve())
    await user.click(await screen.findByRole('button', { name: 'Take the saved one' }))
    expect((await title()).value).toBe('Living water')
    await user.type(await title(), ', at noon')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(sent()).toMatchObject([{ method: 'PUT', ifMatch: '"3"', body: { title: 'Living water, at noon' } }])
  })

  it('goes on with what was begun by ?new without a passage, where the sermon is there', async () => {
    keptWork.set(KEY, begunAgain)
    const { user } = open('?edit')
    expect((await title()).value).toBe('Begun again')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const body = { title: 'Begun again', startVerseId: 43_004_005 }
    await waitFor(() => expect(sent()).toMatchObject([{ method: 'PUT', ifMatch: '"1"', body }]))
  })

  it('saves under another id what was begun by ?new under that of a sermon that was removed', async () => {
    there = null
    keptWork.set(KEY, draft)
    const answer = server.answer
    server.answer = (asked) =>
      (asked.body as SermonItem | undefined)?.id === ID
        ? { status: 409, body: { code: 'sermon_exists' } }
        : answer(asked)
    const { user, router } = open('?new')
    await title()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent()).toHaveLength(2))
    const [, beside] = sent().map(({ body }) => body as SermonItem)
    const pathname = `/my-memos/sermons/${beside?.id}`
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname, search: '' }))
    expect(pathname).not.toContain(ID)
  })

  it('shows the words of a new sermon that the server refused, which nothing else has', async () => {
    const refused = there as SermonItem
    there = null
    const answer = server.answer
    server.answer = (asked) => (asked.method === 'POST' ? { status: 400, body: { code: 'bad_range' } } : answer(asked))
    pendingWrites.add(sermonWrites, 'ruth', { base: null, wanted: refused })
    await until(() => expect(pendingWrites.unsent('ruth')).toMatchObject([{ state: { status: 'failed' } }]))
    const { user, router } = open('')
    expect((await title()).value).toBe('Living water')
    // The words stay in the same editor while they are sent and refused again.
    const field = await title()
    await user.type(field, ' again')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await until(() => expect(server.asked.filter(({ method }) => method === 'POST')).toHaveLength(2))
    await screen.findByRole('alert')
    expect(field.isConnected).toBe(true)
    expect(field.value).toBe('Living water again')
    expect(router.state.location.search).toBe('?new')
  })

  it.each(['s', 'S', 'ㄴ'])(
    'is saved by Ctrl and %s, as Caps Lock or a Korean keyboard calls that key',
    async (key) => {
      const { user } = open('?edit')
      await user.type(await title(), ', at noon')
      fireEvent.keyDown(await title(), { key, ctrlKey: true })
      await waitFor(() => expect(sent()).toMatchObject([{ method: 'PUT', body: { title: 'Living water, at noon' } }]))
    },
  )

  it('leads from its title by Enter to its text, and the title stays one line', async () => {
    const { user } = open('?edit')
    const words = await screen.findByText('The text')
    await user.type(await title(), '{Enter}')
    expect((await title()).value).toBe('Living water')
    expect(document.activeElement).toBe(words)
  })

  it('has the focus on its title once it is saved', async () => {
    const { user } = open('?edit')
    await user.type(await title(), ', at noon')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
    expect(screen.queryByLabelText('Title')).toBeNull()
  })

  it('has the focus again when its history closes', async () => {
    const { user } = open('?edit')
    await title()
    await user.click(screen.getByRole('button', { name: /revisions/ }))
    await user.click(await screen.findByRole('button', { name: 'Back to writing' }))
    const field = await title()
    await waitFor(() => expect(document.activeElement).toBe(field.closest('form')))
  })

  it('shows the draft of changes to a sermon that another device removed', async () => {
    keptWork.set(KEY, { ...draft, title: 'Still here', base: there })
    there = null
    open('?edit')
    expect((await title()).value).toBe('Still here')
  })
})
