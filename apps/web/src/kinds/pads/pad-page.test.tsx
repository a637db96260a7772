// @vitest-environment jsdom
import type { Pad } from '@pathlight/contracts/pads.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pendingWrites } from '../../api/pending-writes.ts'
import { MINE, queryClient } from '../../api/query-client.ts'
import { beforeLeaving } from '../../device/before-leaving.ts'
import { keptWork } from '../../device/kept-work.ts'
import { askAgain } from '../../session/signed-in-cookie.ts'
import { editDraftKey } from '../../study/draft-keys.ts'
import { serverForRuth } from '../../testing/as-ruth.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { newPadDraft, padDrafts } from './pad-drafts.ts'
import { Component } from './pad-page.tsx'
import { padWrites } from './pad-writes.ts'

const { server, sent } = serverForRuth()
const ID = '4a1e7c1e-6f0f-4c83-9f0e-0d1a2b3c4d5e'
let pad: Pad | null

const open = (path: string) => showInApp([{ path: '/my-memos/pads/:id', element: <Component /> }], path, queryClient)
const text = () => screen.getByLabelText<HTMLTextAreaElement>('Text')

beforeEach(() => {
  askAgain()
  keptWork.remove(editDraftKey('pads', 'ruth', ID))
  pad = {
    ...{ id: ID, user_id: 'ruth', title: 'With me', entries: [{ type: 'text', text: 'Silence.' }], revision: 3 },
    ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
  }
  server.answer = ({ method, path, body }) => {
    if (path.startsWith('/api/bible/versions')) return { body: { versions: [], default: 'WEB' } }
    if (method === 'GET' && path === `/api/pad/detail/${ID}`)
      return pad
        ? { at: 1, body: pad }
        : { status: 404, body: { code: 'pad_not_found', message: 'No such study pad.' } }
    if (method === 'PUT' || method === 'POST') {
      pad = { ...(pad as Pad), ...(body as Pad), revision: (pad?.revision ?? 0) + 1 }
      return { status: method === 'POST' ? 201 : 200, body: pad, at: 2 }
    }
    return { status: 404 }
  }
})

describe('the page of a study pad', () => {
  it('saves what is written where it is read, and goes on from there', async () => {
    const { user } = open(`/my-memos/pads/${ID}`)
    await waitFor(text)
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    await user.type(text(), ' Then the verse.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]).toMatchObject({
      ...{ method: 'PUT', ifMatch: '"3"' },
      body: { title: 'With me', entries: [{ type: 'text', text: 'Silence. Then the verse.' }] },
    })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
    await user.type(text(), ' Again.')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]).toMatchObject({ ifMatch: '"4"' })
  })

  it.each([
    ['following a link', (follow: () => void) => follow()],
    ['logging out', () => beforeLeaving(() => undefined)],
  ])('saves, at the question before %s, what was written while older words are being sent', async (_what, leave) => {
    const { promise: after, resolve: arrive } = Promise.withResolvers<void>()
    const answer = server.answer
    server.answer = (asked) => ({ ...answer(asked), ...(asked.method === 'PUT' && { after }) })
    const { user, router } = open(`/my-memos/pads/${ID}`)
    await waitFor(text)
    await user.type(text(), ' One.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent()).toHaveLength(1))
    await user.type(text(), ' Two.')
    await act(async () => leave(() => void router.navigate('/my-memos/pads/other')))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Save' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    arrive()
    const entries = [{ type: 'text', text: 'Silence. One. Two.' }]
    await waitFor(() => expect(sent()[1]).toMatchObject({ method: 'PUT', ifMatch: '"4"', body: { entries } }))
    await waitFor(() => expect(pendingWrites.unsaved('ruth')).toEqual([]))
  })

  it('leads from its title by Enter to the field that adds entries, and the title stays one line', async () => {
    const { user } = open(`/my-memos/pads/${ID}`)
    await waitFor(text)
    const title = screen.getByLabelText<HTMLTextAreaElement>('Title')
    await user.type(title, '{Enter}')
    expect(title.value).toBe('With me')
    expect(document.activeElement).toBe(screen.getByLabelText('A reference, a heading or a text to add'))
  })

  it('leaves what was written after a question, and shows the pad as it is', async () => {
    const { user } = open(`/my-memos/pads/${ID}`)
    await waitFor(text)
    await user.type(text(), ' Not kept.')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    await waitFor(() => expect(text().value).toBe('Silence.'))
    expect(sent()).toEqual([])
  })

  it('takes in what comes live, and the caret stays where it is', async () => {
    open(`/my-memos/pads/${ID}`)
    await waitFor(text)
    const field = text()
    field.focus()
    const entries: Pad['entries'] = [
      { type: 'heading', text: 'In the valley' },
      { type: 'text', text: 'Silence. Then the verse.' },
    ]
    const value = { ...pad, entries, revision: 4 }
    act(() => void queryClient.setQueryData([MINE, 'ruth', 'pads', 'one', ID], { value, at: '2', next: null }))
    await screen.findByDisplayValue('In the valley')
    expect(field.value).toBe('Silence. Then the verse.')
    expect(document.activeElement).toBe(field)
  })

  it('keeps every word of a text that is too long, and says so', async () => {
    const { user } = open(`/my-memos/pads/${ID}`)
    await waitFor(text)
    await user.click(text())
    await user.paste('a'.repeat(50_000))
    expect(text().value).toHaveLength(50_008)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('A text in a study pad holds at most 50,000 characters.')
    expect(sent()).toEqual([])
  })

  it('shows the pad as another device saved it, where the person takes that', async () => {
    const { user } = open(`/my-memos/pads/${ID}`)
    await waitFor(text)
    const answer = server.answer
    server.answer = (asked) => (asked.method === 'PUT' ? { status: 412, body: { current: pad } } : answer(asked))
    pad = pad && { ...pad, entries: [{ type: 'text', text: 'Theirs.' }], revision: 4 }
    await user.type(text(), ' Mine.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Take the saved one' }))
    await waitFor(() => expect(text().value).toBe('Theirs.'))
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  it('begins a pad, which needs a title, and leads to it', async () => {
    pad = null
    const { user, router } = open(`/my-memos/pads/${ID}?new`)
    const field = await screen.findByLabelText('A reference, a heading or a text to add')
    await user.type(field, '# In the valley{Enter}')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('A study pad needs a title.')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')))
    await user.keyboard('With me')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    const entries = [{ type: 'heading', text: 'In the valley' }]
    expect(sent()[0]?.body).toEqual({ id: ID, title: 'With me', entries, tags: [] })
    await screen.findByDisplayValue('In the valley')
  })

  it('opens by ?new the pad that is there; what was begun meanwhile stands beside it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const answer = server.answer
    server.answer = (asked) => ({ ...answer(asked), ...(asked.path.includes('/detail/') && { after: promise }) })
    const { user, router } = open(`/my-memos/pads/${ID}?new`)
    await user.type(await screen.findByLabelText('Title'), 'Begun again')
    resolve()
    await user.click(await screen.findByRole('button', { name: 'Take the saved one' }))
    expect(text().value).toBe('Silence.')
    await user.type(text(), ' Then the verse.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(sent()).toMatchObject([{ method: 'PUT', ifMatch: '"3"', body: { title: 'With me' } }])
  })

  it('goes on with what was begun by ?new and not saved, where the pad is there', async () => {
    keptWork.set(editDraftKey('pads', 'ruth', ID), { ...newPadDraft(ID), title: 'Begun again' })
    const { user } = open(`/my-memos/pads/${ID}`)
    await screen.findByDisplayValue('Begun again')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent()).toMatchObject([{ method: 'PUT', ifMatch: '"1"' }]))
  })

  it('saves under another id what was begun by ?new under that of a pad that was removed', async () => {
    pad = null
    const answer = server.answer
    server.answer = (asked) =>
      (asked.body as Pad | undefined)?.id === ID ? { status: 409, body: { code: 'pad_exists' } } : answer(asked)
    const { user, router } = open(`/my-memos/pads/${ID}?new`)
    await user.type(await screen.findByLabelText('Title'), 'Begun again')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent()).toHaveLength(2))
    const [, beside] = sent().map(({ body }) => body as Pad)
    const pathname = `/my-memos/pads/${beside?.id}`
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname, search: '' }))
  })

  const TYPED = [
    { type: 'text', text: 'Silence.' },
    { type: 'text', text: 'Still typed' },
  ]
  const addField = () => screen.findByLabelText('A reference, a heading or a text to add')
  it.each(['{Control>}{Enter}{/Control}', '{Control>}s{/Control}'])(
    'saves with %s what the add field has',
    async (keys) => {
      const { user } = open(`/my-memos/pads/${ID}`)
      await user.type(await addField(), `Still typed${keys}`)
      await waitFor(() => expect(sent()[0]?.body).toMatchObject({ entries: TYPED }))
    },
  )

  it('has what was typed in the add field as an entry once the field is left', async () => {
    const { user } = open(`/my-memos/pads/${ID}`)
    await user.type(await addField(), 'Still typed')
    await user.click(screen.getByLabelText('Title'))
    expect(screen.getByDisplayValue('Still typed').closest('.pad-row')).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent()[0]?.body).toMatchObject({ entries: TYPED }))
  })

  it('has what was typed in the add field there when the page is hidden, goes and is opened again', async () => {
    const { user, unmount } = open(`/my-memos/pads/${ID}`)
    await user.type(await addField(), 'Still typed')
    const isHidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    fireEvent(document, new Event('visibilitychange', { bubbles: true }))
    isHidden.mockRestore()
    act(() => void dispatchEvent(new Event('pagehide')))
    expect(screen.getByDisplayValue('Still typed')).toBe(await addField())
    unmount()
    const again = open(`/my-memos/pads/${ID}`)
    expect(await screen.findByDisplayValue('Still typed')).toBe(await addField())
    // The person has not been in the field since the page was opened again, so a press elsewhere in the page does not
    // turn its text into an entry.
    await again.user.click(screen.getByLabelText('Title'))
    expect(screen.getByDisplayValue('Still typed')).toBe(await addField())
    await again.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent()[0]?.body).toMatchObject({ entries: TYPED }))
    expect(screen.getByDisplayValue('Still typed').closest('.pad-row')).not.toBeNull()
  })

  describe('with a passage that was half typed before the page was closed', () => {
    const PASSAGE = { type: 'passage', version: 'WEB', verse_id: 43_003_016, end_verse_id: null }
    const openAgain = async () => {
      const answer = server.answer
      const versions = [{ code: 'WEB', language: 'en', localName: 'WEB', available: true, versification: 'eng' }]
      server.answer = (asked) =>
        asked.path.startsWith('/api/bible/versions') ? { body: { versions, default: 'WEB' } } : answer(asked)
      keptWork.set(editDraftKey('pads', 'ruth', ID), { ...padDrafts.of(pad as Pad), adding: 'John 3:16' })
      const opened = open(`/my-memos/pads/${ID}`)
      // The button appears once the app has recognised the passage in the field.
      await screen.findByRole('button', { name: /John 3:16/ })
      return opened
    }

    it('saves the passage by a key that is pressed elsewhere', async () => {
      const { user } = await openAgain()
      await user.type(screen.getByLabelText('Title'), '{Control>}s{/Control}')
      await waitFor(() => expect(sent()[0]?.body).toMatchObject({ entries: [TYPED[0], PASSAGE] }))
      expect(await addField()).toHaveProperty('value', '')
    })

    it('saves the passage at the question before it is left', async () => {
      const { user } = await openAgain()
      await user.click(screen.getByRole('button', { name: 'Cancel' }))
      await user.click(
        within(await screen.findByRole('alertdialog')).getByRole('button', {
          name: 'Save',
        }),
      )
      await waitFor(() => expect(sent()[0]?.body).toMatchObject({ entries: [TYPED[0], PASSAGE] }))
    })

    it('prints the passage', async () => {
      await openAgain()
      act(() => void dispatchEvent(new Event('beforeprint')))
      expect(await addField()).toHaveProperty('value', '')
      act(() => void dispatchEvent(new Event('afterprint')))
    })
  })

  it('edits a pad that was saved and waits to be sent, and does not begin it anew', async () => {
    server.answer = ({ path }) =>
      path.startsWith('/api/bible/versions') ? { body: { versions: [], default: 'WEB' } } : { lost: true }
    pendingWrites.add(padWrites, 'ruth', { base: null, wanted: pad as Pad })
    open(`/my-memos/pads/${ID}?new`)
    await waitFor(() => expect(text().value).toBe('Silence.'))
    screen.getByRole('link', { name: 'Not sent yet' })
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it('leaves the caret where it is when a new pad is saved for the first time', async () => {
    pad = null
    const { user, router } = open(`/my-memos/pads/${ID}?new`)
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Title')
    await user.type(field, 'With me{Control>}s{/Control}')
    await waitFor(() => expect(router.state.location.search).toBe(''))
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.keyboard(' always')
    expect(field.value).toBe('With me always')
  })

  it('shows the words of a new pad that the server refused, which nothing else has', async () => {
    const refused = pad as Pad
    pad = null
    const answer = server.answer
    server.answer = (asked) => (asked.method === 'POST' ? { status: 400, body: { code: 'bad' } } : answer(asked))
    pendingWrites.add(padWrites, 'ruth', { base: null, wanted: refused })
    await waitFor(() => expect(pendingWrites.unsent('ruth')).toMatchObject([{ state: { status: 'failed' } }]))
    open(`/my-memos/pads/${ID}`)
    await waitFor(() => expect(text().value).toBe('Silence.'))
  })

  it('is printed whole: a long passage to its end, with what was highlighted in it', async () => {
    const verses = Array.from({ length: 21 }, (_, at) => ({
      ...{ version: 'WEB', book: 'John', chapter: 3, verse: at + 1, verse_id: 43_003_001 + at },
      text: `Words of verse ${at + 1}.`,
    }))
    const highlight = {
      ...{ id: 'h', verse_id: 43_003_002, version: 'WEB', book: 'John', chapter: 3, color: '#7fbf6a' },
      ...{
        selected_text: 'Words',
        start_offset: 0,
        end_offset: 5,
        created_at: '2026-01-01T00:00:00.000Z',
        revision: 1,
      },
    }
    const answer = server.answer
    server.answer = (asked) => {
      if (asked.path.startsWith('/api/bible/chapter')) return { body: { verses } }
      if (!asked.path.startsWith('/api/overlay')) return answer(asked)
      return { at: 1, body: { book: 'John', chapter: 3, notes: [], sermons: [], highlights: [highlight] } }
    }
    const entry = { type: 'passage', version: 'WEB', verse_id: 43_003_001, end_verse_id: 43_003_021 } as const
    pad = pad && { ...pad, entries: [entry] }
    open(`/my-memos/pads/${ID}`)
    await screen.findByText(/Words of verse 6/)
    const mark = await screen.findByText('Words', { selector: 'mark' })
    expect(mark.closest('span')?.textContent).toBe(' 2Words of verse 2.')
    screen.getByText(/your highlight/)
    expect(screen.queryByText(/Words of verse 21/)).toBeNull()
    act(() => void dispatchEvent(new Event('beforeprint')))
    screen.getByText(/Words of verse 21/)
    expect(screen.queryByRole('link', { name: 'Read on' })).toBeNull()
    act(() => void dispatchEvent(new Event('afterprint')))
    expect(screen.queryByText(/Words of verse 21/)).toBeNull()
  })

  it('says what links to the pad, beneath its entries and not on paper; a new pad has nothing yet', async () => {
    const answer = server.answer
    const found = { kind: 'notes', id: 'n', title: 'The valley', excerpt: 'See With me.', passage: null, color: null }
    server.answer = (asked) => (asked.path.includes(`links_to=${ID}`) ? { at: 1, body: [found] } : answer(asked))
    const { user, unmount } = open(`/my-memos/pads/${ID}`)
    const part = await screen.findByRole('region', { name: 'What links here' })
    expect(text().compareDocumentPosition(part)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(part.className).toContain('print:hidden')
    await user.click(within(part).getByText('What links here'))
    const link = await within(part).findByRole('link', { name: /The valley/ })
    expect(link.getAttribute('href')).toBe('/my-memos/memos/n')
    unmount()
    pad = null
    open('/my-memos/pads/5b1e7c1e-6f0f-4c83-9f0e-0d1a2b3c4d5e?new')
    await screen.findByLabelText('A reference, a heading or a text to add')
    expect(screen.queryByRole('region', { name: 'What links here' })).toBeNull()
  })

  it('says that there is no such pad', async () => {
    pad = null
    open(`/my-memos/pads/${ID}`)
    await screen.findByText('No such study pad.')
  })
})
