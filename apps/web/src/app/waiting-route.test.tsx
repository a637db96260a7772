// @vitest-environment jsdom
import type { User } from '@pathlight/contracts/accounts.ts'
import type { Note } from '@pathlight/contracts/notes.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { Outlet } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pendingWrites } from '../api/pending-writes.ts'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { keptWork } from '../device/kept-work.ts'
import { noteWrites } from '../kinds/notes/note-writes.ts'
import { answeringServer } from '../testing/answering-server.ts'
import { showInApp } from '../testing/in-app.tsx'
import { KINDS } from './kinds.ts'
import { Component as WaitingPage } from './waiting-route.tsx'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const noteOf = (text: string): Note => ({
  ...{
    id: crypto.randomUUID(),
    user_id: 'ruth',
    verse_id: 43_003_016,
    version: 'KJV',
    book: 'John',
    title: null,
    text,
  },
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z', revision: 1 },
})
/** The server's answer to a note, by the note's text. */
const ANSWERS = {
  waits: { lost: true },
  refused: { status: 400, body: { code: 'note_empty' } },
  conflict: { status: 412, body: { code: 'revision_conflict', current: noteOf('Theirs.') } },
  gone: { status: 404, body: { code: 'not_found' } },
} as const
type Becomes = keyof typeof ANSWERS

const write = (text: Becomes) => {
  const wanted = noteOf(text)
  const base = text === 'conflict' || text === 'gone' ? { ...wanted, text: 'Before.' } : null
  pendingWrites.add(noteWrites, 'ruth', { base, wanted })
}
const show = (person: User = ruth) =>
  showInApp(
    [{ element: <Outlet context={person} />, children: [{ path: '/', element: <WaitingPage /> }] }],
    '/',
    queryClient,
  )
const forget = () => act(() => pendingWrites.forget())

beforeEach(() => {
  forget()
  queryClient.setQueryData(SESSION_KEY, ruth)
  server.answer = ({ body }) => ANSWERS[(body as Note).text as Becomes]
})
afterEach(forget)

describe('the head of what waits', () => {
  const waiting = (changes: string) => `${changes} by themselves, in their order, as soon as the server answers.`
  it.each<[string, Becomes[], string[]]>([
    ['nothing', [], []],
    [
      'one that only waits',
      ['waits'],
      ['1 change is kept on this device and is sent by itself, as soon as the server answers.'],
    ],
    ['some that only wait', ['waits', 'waits', 'waits'], [waiting('3 changes are kept on this device and are sent')]],
    ['one to choose on', ['conflict'], ['1 change needs your choice.']],
    ['some to choose on', ['conflict', 'refused', 'gone'], ['3 changes need your choice.']],
    [
      'both',
      ['waits', 'conflict', 'waits', 'refused', 'waits'],
      ['2 changes need your choice.', waiting('3 changes are kept on this device and are sent')],
    ],
  ])('says of %s', async (_what, becomes, lockedText) => {
    for (const one of becomes) write(one)
    show()
    await waitFor(() => {
      const head = [...(screen.queryByRole('status')?.children ?? [])].map(({ textContent }) => textContent)
      expect(head).toEqual(lockedText)
    })
    // Refused writes are not sent again unchanged.
    expect(screen.queryByRole('button', { name: 'Send everything now' }) !== null).toBe(becomes.includes('waits'))
    if (becomes.length === 0) await screen.findByText('Everything is sent')
  })

  it('says that everything is sent no sooner than all that the device has kept is read', async () => {
    show()
    expect(screen.queryByText('Everything is sent')).toBeNull()
    await screen.findByText('Everything is sent')
  })

  it('says where the code of a kind cannot be fetched, and reads all when asked again', async () => {
    const [kind] = KINDS
    if (!kind) throw new Error('There is no kind')
    const isAway = vi.spyOn(kind, 'writes').mockRejectedValue(new TypeError('Failed to fetch'))
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { user } = show()
    await screen.findByText('Part of Pathlight could not be fetched')
    // The writes that have been read are listed, although the code of a kind is missing.
    act(() => write('waits'))
    await screen.findByText('1 change is kept on this device and is sent by itself, as soon as the server answers.')
    expect(screen.queryByText('Part of Pathlight could not be fetched')).not.toBeNull()
    act(() => pendingWrites.forget())
    isAway.mockRestore()
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByText('Everything is sent')
    vi.restoreAllMocks()
  })

  it('does not say that everything is sent while the device cannot read what it keeps', async () => {
    const isUnread = vi.spyOn(keptWork, 'isUnread').mockReturnValue(true)
    show()
    await screen.findByText(/^What this device keeps of your work cannot be read yet/)
    screen.getByRole('button', { name: 'Try again' })
    expect(screen.queryByText('Everything is sent')).toBeNull()
    act(() => write('waits'))
    await screen.findByText(/^1 change is kept on this device/)
    screen.getByText(/^What this device keeps of your work cannot be read yet/)
    forget()
    isUnread.mockReturnValue(false)
    // The database can be read now. A change of the stored work makes the page check that.
    act(() => keptWork.set('draft.ruth.any', {}))
    await screen.findByText('Everything is sent')
    keptWork.remove('draft.ruth.any')
    isUnread.mockRestore()
  })

  it('says while the account is locked that it waits for that, and offers no sending', async () => {
    for (const one of ['waits', 'waits', 'conflict'] as const) write(one)
    show({ ...ruth, locked: true })
    const lockedText = '2 changes are kept on this device, because your account is locked.'
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain(lockedText))
    await screen.findByText('1 change needs your choice.')
    expect(await screen.findAllByText('Waits until your account is unlocked')).toHaveLength(2)
    expect(screen.queryByText(/the server answers|answer from the server/)).toBeNull()
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
    // A conflict cannot be discarded; the person must decide it.
    expect(screen.getAllByRole('button', { name: /^Discard/ })).toHaveLength(2)
  })
})

describe('what another device changed meanwhile', () => {
  it('is compared where it is listed, and decided there', async () => {
    const { user } = show()
    act(() => write('conflict'))
    const row = (await screen.findByText('theirs', { exact: false, selector: 'del *' })).closest('li')
    expect(row?.querySelector('ins')?.textContent).toContain('conflict')
    server.answer = ({ body }) => ({ body: { ...noteOf((body as Note).text), revision: 3 }, at: 7 })
    await user.click(await screen.findByRole('button', { name: /^Keep mine/ }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Keep mine/ })).toBeNull())
    const sent = server.asked.at(-1)
    expect(sent).toMatchObject({ method: 'PUT', body: { text: 'conflict' }, ifMatch: '"1"' })
  })

  it.each<[string, Becomes, 'edits' | 'deletes', string]>([
    ['edited and it was edited', 'conflict', 'edits', 'Changed elsewhere meanwhile: choose what to keep'],
    [
      'edited and it was deleted',
      'gone',
      'edits',
      'Deleted elsewhere meanwhile: open it and save it as a new one, or discard it',
    ],
    [
      'deleted and it was edited',
      'conflict',
      'deletes',
      'Changed elsewhere meanwhile, so it was not deleted. Discard this to keep it, or open it and delete it again',
    ],
  ])('says what became of a note that the person %s, and what can be done', async (_what, becomes, doing, said) => {
    server.answer = () => ANSWERS[becomes]
    show()
    act(() => {
      const base = noteOf('Before.')
      const wanted = doing === 'edits' ? { ...base, text: 'After.' } : null
      pendingWrites.add(noteWrites, 'ruth', wanted ? { base, wanted } : { base, wanted: null })
    })
    await screen.findByText(said)
    expect(screen.queryByRole('button', { name: /^Keep mine/ }) !== null).toBe(said.includes('choose'))
  })

  it('is taken where the person wants that, and nothing is sent', async () => {
    const { user } = show()
    act(() => write('conflict'))
    const take = await screen.findByRole('button', { name: /^Take the saved one/ })
    const before = server.asked.filter(({ method }) => method === 'PUT').length
    await user.click(take)
    await screen.findByText('Everything is sent')
    expect(server.asked.filter(({ method }) => method === 'PUT')).toHaveLength(before)
  })

  it('stays beside the words of the person where they keep both', async () => {
    const { user } = show()
    act(() => write('conflict'))
    const both = await screen.findByRole('button', { name: /^Keep both/ })
    const edited = server.asked.findLast(({ method }) => method === 'PUT')
    server.answer = ({ body }) => ({ status: 201, body: { ...(body as Note), revision: 1 }, at: 8 })
    await user.click(both)
    await screen.findByText('Everything is sent')
    const sent = server.asked.findLast(({ method }) => method !== 'GET')
    expect(sent).toMatchObject({ method: 'POST', path: '/api/note/', body: { text: 'conflict' } })
    expect(edited?.path.endsWith(String((sent?.body as Note | undefined)?.id))).toBe(false)
  })
})
