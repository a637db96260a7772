// @vitest-environment jsdom
import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Note } from '@pathlight/contracts/notes.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pendingWrites } from '../../api/pending-writes.ts'
import { forgetPosition } from '../../api/position.ts'
import { queryClient, SESSION_KEY } from '../../api/query-client.ts'
import { askAgain, askNoMore } from '../../session/signed-in-cookie.ts'
import type { OnChapter } from '../../study/study-kind.ts'
import { type Answer, type Asked, answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { manyTurns } from '../../testing/until.ts'
import type { Unsaved } from '../../ui/use-leave-guard.tsx'
import NoteSection from './notes.tsx'
import NotesOnChapter from './notes-on-chapter.ts'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const column = { version: 'KJV', book: 'John', chapter: 3 }
const verse: Verse = { ...column, verse: 16, verse_id: 43_003_016, text: 'For God so loved the world' }
const note = (more: Partial<Note> = {}): Note => ({
  id: 'a',
  user_id: 'ruth',
  verse_id: 43_003_016,
  version: 'KJV',
  book: 'John',
  title: null,
  text: 'The world.',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  revision: 3,
  ...more,
})

let notes: Note[]
let writes: Answer[]
const sent = (): Asked[] => server.asked.filter(({ method }) => method !== 'GET')

const open = async () => {
  const onClose = vi.fn()
  const unsaved: { now: Unsaved | null } = { now: null }
  const element = (
    <NoteSection
      owner={ruth}
      chosen={{ by: 'verses', column, parts: [{ verse, start: 0, end: 26, text: verse.text }] }}
      asked
      onUnsaved={(next) => {
        unsaved.now = next
      }}
      guard={(leave) => leave()}
      onClose={onClose}
      openWorkspace={() => undefined}
    />
  )
  const shown = showInApp([{ path: '/', element }], '/', queryClient)
  await screen.findByRole('button', { name: /New note|Save|Keep mine/ })
  return { ...shown, onClose, unsaved }
}
const text = () => screen.getByLabelText<HTMLTextAreaElement>('Note')
const press = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  pendingWrites.forget()
  forgetPosition()
  localStorage.clear()
  queryClient.clear()
  queryClient.setQueryData(SESSION_KEY, ruth)
  server.asked.length = 0
  notes = []
  writes = []
  server.answer = ({ method }) =>
    method === 'GET'
      ? { at: 5, body: { ...column, notes, highlights: [], sermons: [] } }
      : (writes.shift() ?? { lost: true })
})

describe('writing a note', () => {
  it('says how long it is once it is nearly as long as a note may be', async () => {
    await open()
    fireEvent.change(text(), { target: { value: 'x'.repeat(44_999) } })
    expect(screen.queryByText(/characters/)).toBeNull()
    fireEvent.change(text(), { target: { value: 'x'.repeat(45_000) } })
    screen.getByText('45,000 of 50,000 characters')
    // Removes the draft, so that the next test begins without one.
    fireEvent.change(text(), { target: { value: '' } })
  })

  it('sends it once, says that it is saved, and then closes', async () => {
    writes = [{ status: 201, body: note({ text: 'So loved.', revision: 1 }), at: 9 }]
    const { user, onClose, unsaved } = await open()
    await user.type(text(), 'So loved.')
    expect(unsaved.now).not.toBeNull()
    await user.click(press('Save'))
    await screen.findByText('Saved')
    expect(unsaved.now).toBeNull()
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent()).toHaveLength(1)
    expect(sent()[0]).toMatchObject({
      method: 'POST',
      body: { verse_id: 43_003_016, version: 'KJV', book: 'John', title: null, text: 'So loved.' },
    })
    await waitFor(() => expect(Object.keys(localStorage)).toEqual([]))
  })

  it('does not send one without words, and says so', async () => {
    const { user } = await open()
    await user.type(text(), '   ')
    await user.click(press('Save'))
    expect(screen.getByRole('alert').textContent).toBe('Note content cannot be empty.')
    expect(sent()).toEqual([])
  })

  it('is not ended by the shortcut in the middle of a Hangul syllable', async () => {
    const { user } = await open()
    await user.type(text(), '사랑')
    fireEvent.keyDown(text(), { key: 'Enter', ctrlKey: true, isComposing: true })
    expect(sent()).toEqual([])
    writes = [{ status: 201, body: note({ text: '사랑', revision: 1 }), at: 9 }]
    fireEvent.keyDown(text(), { key: 'Enter', ctrlKey: true })
    await screen.findByText('Saved')
  })

  it('goes on without an answer: the words are safe, may be left, and are sent again as the same', async () => {
    const { user, unsaved, unmount } = await open()
    await user.type(text(), 'So loved.')
    await user.click(press('Save'))
    await screen.findByText(/No answer from the server/)
    // A pending write has the words, so the editor reports nothing unsaved.
    expect(unsaved.now).toBeNull()
    unmount()
    const again = await open()
    expect(screen.getByText('So loved.')).toBeDefined()
    expect(screen.getByText(/Not sent yet/)).toBeDefined()
    writes = [{ status: 201, body: note({ text: 'So loved.', revision: 1 }), at: 9 }]
    pendingWrites.wake()
    await waitFor(() => expect(screen.queryByText(/Not sent yet/)).toBeNull())
    expect(screen.getByText('So loved.')).toBeDefined()
    const keys = sent().map(({ key }) => key)
    expect(keys).toEqual([keys[0], keys[0]])
    again.unmount()
  })

  it('that waits says below itself that another page answered, where one did: a sheet may lie over the page', async () => {
    writes = [{ foreign: '<title>Hotel</title>' }, { foreign: '<title>Hotel</title>' }]
    const { user, unmount } = await open()
    await user.type(text(), 'So loved.')
    await user.click(press('Save'))
    await screen.findByText(/Another page answered instead of Pathlight: .* Your words are kept on this device/)
    expect(screen.queryByText(/No answer from the server/)).toBeNull()
    unmount()
  })

  it('that waits says that the account is locked once a try is refused for that, and not that the server is silent', async () => {
    askAgain()
    const answer = server.answer
    let session: object = ruth
    server.answer = (asked) => (asked.path === '/api/auth/' ? { body: session } : answer(asked))
    const { user } = await open()
    await user.type(text(), 'So loved.')
    await user.click(press('Save'))
    await screen.findByText(/No answer from the server/)
    session = { ...ruth, locked: true }
    writes = Array.from({ length: 2 }, () => ({ status: 403, body: { code: 'account_locked' } }))
    pendingWrites.wake()
    await screen.findByText('Your account is locked. Your words are kept on this device, and sent once it is unlocked.')
    expect(screen.queryByText(/No answer from the server/)).toBeNull()
    // The client asks only once whether the session is valid. Each answer retries the waiting write, so asking after
    // each refusal would never end.
    const askedOf = (part: string) => server.asked.filter(({ path }) => path.startsWith(part)).length
    writes = [{ status: 403, body: { code: 'account_locked' } }]
    pendingWrites.wake()
    await waitFor(() => expect(sent()).toHaveLength(4))
    await manyTurns()
    expect([askedOf('/api/auth/'), sent().length]).toEqual([1, 4])
    writes = [{ status: 201, body: note({ text: 'So loved.' }), at: 9 }]
    pendingWrites.wake()
    await screen.findByText('Saved')
    askNoMore()
  })

  it('is saved by itself once the same person has logged in again, but for no other person', async () => {
    writes = [
      { status: 401, body: { code: 'not_logged_in' } },
      { status: 201, body: note({ text: 'So loved.' }), at: 9 },
    ]
    const { user } = await open()
    await user.type(text(), 'So loved.')
    await user.click(press('Save'))
    await screen.findByText(/You are logged out/)
    expect(queryClient.getQueryData(SESSION_KEY)).toBeNull()
    act(() => void queryClient.setQueryData(SESSION_KEY, { ...ruth, id: 'ann' }))
    await manyTurns()
    expect(sent()).toHaveLength(1)
    act(() => void queryClient.setQueryData(SESSION_KEY, ruth))
    await screen.findByText('Saved')
    expect(sent().map(({ body }) => (body as Note).text)).toEqual(['So loved.', 'So loved.'])
  })

  it('saves what was changed while the first words had no answer, after them', async () => {
    const { user } = await open()
    await user.type(text(), 'One')
    await user.click(press('Save'))
    await screen.findByText(/No answer from the server/)
    await user.type(text(), ' and two')
    expect(screen.queryByText(/No answer from the server/)).toBeNull()
    writes = [
      { status: 201, body: note({ text: 'One', revision: 1 }), at: 9 },
      { body: note({ text: 'One and two', revision: 2 }), at: 10 },
    ]
    await user.click(press('Save'))
    pendingWrites.wake()
    await screen.findByText('Saved')
    // On a busy machine the first words may be sent more often, so only the first call and the last two are checked.
    const [first, ...others] = sent().map(({ method, ifMatch }) => [method, ifMatch])
    expect(first).toEqual(['POST', undefined])
    expect(others.slice(-2)).toEqual([
      ['POST', undefined],
      ['PUT', '"1"'],
    ])
  })

  it('saves at its close what was changed before the first words are sent again, while they are on their way', async () => {
    const { user, unsaved, unmount } = await open()
    await user.type(text(), 'One')
    await user.click(press('Save'))
    await screen.findByText(/No answer from the server/)
    const { promise: after, resolve: arrive } = Promise.withResolvers<void>()
    writes = [
      { status: 201, body: note({ text: 'One', revision: 1 }), at: 9, after },
      { body: note({ text: 'One and two', revision: 2 }), at: 10 },
    ]
    fireEvent.change(text(), { target: { value: 'One and two' } })
    act(() => pendingWrites.wake())
    await waitFor(() => expect(pendingWrites.unsent('ruth')).toMatchObject([{ state: { status: 'sending' } }]))
    act(() => expect(unsaved.now?.save?.()).toBe(true))
    unmount()
    arrive()
    await waitFor(() => expect(pendingWrites.unsaved('ruth')).toEqual([]))
    expect(sent().at(-1)).toMatchObject({ method: 'PUT', ifMatch: '"1"', body: { text: 'One and two' } })
  })

  it('stays open with what was changed while the first words had no answer, and were saved after all', async () => {
    const { user, onClose, unsaved } = await open()
    await user.type(text(), 'One')
    await user.click(press('Save'))
    await screen.findByText(/No answer from the server/)
    await user.type(text(), ' and two')
    writes = [{ status: 201, body: note({ text: 'One', revision: 1 }), at: 9 }]
    pendingWrites.wake()
    await waitFor(() => expect(pendingWrites.unsaved('ruth')).toEqual([]))
    expect(screen.queryByText('Saved')).toBeNull()
    expect(text().value).toBe('One and two')
    expect(unsaved.now).not.toBeNull()
    writes = [{ body: note({ text: 'One and two', revision: 2 }), at: 10 }]
    await user.click(press('Save'))
    await screen.findByText('Saved')
    expect(sent().at(-1)).toMatchObject({ method: 'PUT', ifMatch: '"1"', body: { text: 'One and two' } })
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  it.each(['before', 'after'])(
    'goes on after a reload from the note that its first words became %s that',
    async (when) => {
      const { user, unmount } = await open()
      await user.type(text(), 'One')
      await user.click(press('Save'))
      await screen.findByText(/No answer from the server/)
      await user.type(text(), ' and two')
      unmount()
      const [{ id }] = sent().map(({ body }) => body) as [{ id: string }]
      const first = note({ id, text: 'One', revision: 1 })
      writes = [
        { status: 201, body: first, at: 9 },
        { body: { ...first, text: 'One and two', revision: 2 }, at: 10 },
      ]
      const sendFirst = async () => {
        // The server's list shows what another device saved in the meantime.
        notes = [{ ...first, text: 'Elsewhere', revision: 4 }]
        pendingWrites.wake()
        await waitFor(() => expect(pendingWrites.unsaved('ruth')).toEqual([]))
        await queryClient.invalidateQueries({ queryKey: ['mine'] })
      }
      if (when === 'before') await sendFirst()
      await open()
      if (when === 'after') await sendFirst()
      expect(text().value).toBe('One and two')
      await user.click(press('Save'))
      await screen.findByText('Saved')
      expect(sent().at(-1)).toMatchObject({ method: 'PUT', ifMatch: '"1"', body: { text: 'One and two' } })
    },
  )

  it('says in words why it was refused, and has the words back after a reload', async () => {
    writes = [{ status: 413, body: { code: 'too_many_items', params: { max: 20_000 }, message: 'Too many.' } }]
    const { user, unsaved, unmount } = await open()
    await user.type(text(), 'So loved.')
    await user.click(press('Save'))
    await screen.findByText('You can keep at most 20,000 items here.')
    expect(unsaved.now).not.toBeNull()
    unmount()
    const again = await open()
    expect(text().value).toBe('So loved.')
    expect(screen.getByText('What you had not saved is back.')).toBeDefined()
    again.unsaved.now?.discard()
    again.unmount()
    await waitFor(() => expect(Object.keys(localStorage)).toEqual([]))
  })
})

describe('a note that was changed elsewhere meanwhile', () => {
  const theirs = note({ text: 'From the phone.', revision: 7 })
  const edit = async () => {
    notes = [note()]
    const shown = await open()
    await shown.user.click(press('Edit'))
    await shown.user.clear(text())
    await shown.user.type(text(), 'From the reader.')
    writes = [{ status: 412, body: { code: 'revision_mismatch', current: theirs } }]
    await shown.user.click(press('Save'))
    await screen.findByText('From the phone.')
    expect(sent()[0]).toMatchObject({ method: 'PUT', ifMatch: '"3"' })
    return shown
  }

  it('shows both, and saves over it when told to keep mine', async () => {
    const { user } = await edit()
    await screen.findByText('reader.', { selector: 'ins *' })
    expect(screen.getByText('phone.', { selector: 'del *' })).toBeDefined()
    // A long text scrolls in its box, so the Tab key must stop at the box.
    for (const name of ['Yours, here', 'The saved one'])
      expect(screen.getByRole('region', { name }).querySelector('.overflow-y-auto')?.getAttribute('tabindex')).toBe('0')
    writes = [{ body: note({ text: 'From the reader.', revision: 8 }), at: 12 }]
    await user.click(press('Keep mine'))
    await screen.findByText('Saved')
    expect(sent().at(-1)).toMatchObject({ ifMatch: '"7"', body: { text: 'From the reader.' } })
  })

  it.each([
    ['that was changed elsewhere, and is kept beside that', 412, 'Keep both'],
    ['that was deleted elsewhere', 404, 'Save'],
  ])(
    'stays on its own verses and in its own version as a new note, if it was one %s',
    async (_what, status, button) => {
      const place = { verse_id: 43_003_014, end_verse_id: 43_003_016, version: 'WEB' }
      const here = { shown_at: 43_003_014, shown_to: 43_003_016 }
      notes = [{ ...note(place), ...here } as Note]
      const { user } = await open()
      await user.click(press('Edit'))
      await user.type(text(), ' Mine.')
      writes = [{ status, body: status === 412 ? { current: { ...theirs, ...place } } : { code: 'note_not_found' } }]
      await user.click(press('Save'))
      await screen.findByText(status === 412 ? 'From the phone.' : 'Deleted on another device')
      writes = [{ status: 201, body: note({ ...place, id: 'b', text: 'The world. Mine.', revision: 1 }), at: 12 }]
      await user.click(press(button))
      await waitFor(() =>
        expect(sent()[1]).toMatchObject({ method: 'POST', body: { ...place, text: 'The world. Mine.' } }),
      )
      await screen.findByText('Saved')
    },
  )

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
