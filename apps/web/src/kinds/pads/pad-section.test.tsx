// @vitest-environment jsdom
import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Pad } from '@pathlight/contracts/pads.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { pendingWrites } from '../../api/pending-writes.ts'
import { queryClient, SESSION_KEY } from '../../api/query-client.ts'
import { knowKinds } from '../../study/known-kinds.ts'
import type { Chosen } from '../../study/study-kind.ts'
import { textsOffline } from '../../study/texts/texts-offline.ts'
import { ruth, serverForRuth } from '../../testing/as-ruth.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { StatusMessages } from '../../ui/status-message.tsx'
import addChosen from './add-chosen.ts'
import { lastPad } from './add-to-pad.ts'
import PadSection from './pad-section.tsx'
import { padWrites } from './pad-writes.ts'

const { server, sent } = serverForRuth()
const column = { version: 'WEB', book: 'John', chapter: 3 }
const verse: Verse = { ...column, verse: 16, verse_id: 43_003_016, text: 'For God so loved the world' }
const chosen: Chosen = { by: 'verses', column, parts: [{ verse, start: 0, end: 26, text: verse.text }] }
const PASSAGE = { type: 'passage', version: 'WEB', verse_id: 43_003_016, end_verse_id: null }
const NOTE = { type: 'item', kind: 'note', id: 'n' }

knowKinds(async () => [
  { name: 'notes', history: 'note', kind: textsOffline('/api/note', { name: 'notes' } as never) as never },
])

let pads: Pad[]
const pad = (id: string, title: string): Pad => ({
  ...{ id, user_id: 'ruth', title, entries: [], tags: [], revision: 1 },
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
})
const open = () => {
  const nothing = () => undefined
  const at = { owner: ruth, chosen, onUnsaved: nothing, guard: nothing, onClose: nothing, openWorkspace: nothing }
  const element = (
    <StatusMessages>
      <PadSection {...at} asked />
    </StatusMessages>
  )
  return showInApp([{ path: '/', element }], '/', queryClient).user
}

beforeEach(() => {
  pads = [pad('a', 'With me'), pad('b', 'Shepherds')]
  let at = 1
  server.answer = ({ method, path, body }) => {
    if (path.startsWith('/api/overlay')) {
      const notes = [{ id: 'n', verse_id: 43_003_016, version: 'WEB', book: 'John', title: null, text: 'The world.' }]
      return { at, body: { book: 'John', chapter: 3, notes, highlights: [], sermons: [] } }
    }
    if (path.startsWith('/api/pad/user')) return { at, body: pads }
    const id = path.split('/').at(-1)
    if (method === 'GET') return { at, body: pads.find((one) => one.id === id) }
    at += 1
    const known = pads.find((one) => one.id === id)
    const written = { ...(known ?? pad('', '')), ...(body as Pad), revision: (known?.revision ?? 0) + 1 }
    pads = known ? pads.map((one) => (one === known ? written : one)) : [written, ...pads]
    return { status: known ? 200 : 201, at, body: written }
  }
})

it('a press adds the chosen verses to a pad, another takes them out', async () => {
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Shepherds' }))
  await waitFor(() => expect(pads[1]?.entries).toEqual([PASSAGE]))
  expect(sent()[0]).toMatchObject({ method: 'PUT', ifMatch: '"1"' })
  expect(lastPad('ruth')).toBe('b')
  await user.click(await screen.findByRole('button', { name: /^Shepherds/, pressed: true }))
  await waitFor(() => expect(pads[1]?.entries).toEqual([]))
})

it('of equal entries a press takes out the last, which is taken back by Undo', async () => {
  const entries = [PASSAGE, { type: 'heading', text: 'Again' }, PASSAGE] as Pad['entries']
  pads = [{ ...pad('a', 'With me'), entries }]
  const answer = server.answer
  server.answer = (asked) => {
    if (asked.path !== '/api/history/pad/a/restore') return answer(asked)
    pads = [{ ...pad('a', 'With me'), entries, revision: 3 }]
    return { at: 3, body: pads[0] }
  }
  const user = open()
  await user.click(await screen.findByRole('button', { name: /^With me/, pressed: true }))
  await waitFor(() => expect(pads[0]?.entries).toEqual(entries.slice(0, 2)))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent()[1]).toMatchObject({ method: 'POST', ifMatch: '"2"', body: { revision: 1 } }))
  await waitFor(() => expect(pads[0]?.entries).toEqual(entries))
})

it('a refusal of what was taken out ends its Undo, and the write stays', async () => {
  pads = [{ ...pad('a', 'With me'), entries: [PASSAGE] as Pad['entries'] }]
  const answer = server.answer
  let refuse = () => {}
  server.answer = (asked) =>
    asked.method === 'PUT'
      ? {
          ...{ status: 412, body: { current: { ...pads[0], title: 'From the phone', revision: 2 } } },
          after: new Promise<void>((resolve) => (refuse = resolve)),
        }
      : answer(asked)
  const user = open()
  await user.click(await screen.findByRole('button', { name: /^With me/, pressed: true }))
  await screen.findByRole('button', { name: 'Undo' })
  await waitFor(() => expect(sent()).toHaveLength(1))
  refuse()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  expect(pendingWrites.of('pads', 'ruth')).toMatchObject([{ wanted: { entries: [] }, state: { status: 'conflict' } }])
})

it('what stands on the verses is added by reference, also to a new pad', async () => {
  const user = open()
  await user.selectOptions(await screen.findByLabelText('What to add'), 'Your note: The world.')
  await user.click(screen.getByRole('button', { name: 'New study pad' }))
  await user.type(screen.getByLabelText('Title of the new study pad'), 'Love{Enter}')
  await waitFor(() => expect(pads[0]).toMatchObject({ title: 'Love', entries: [NOTE] }))
  expect(lastPad('ruth')).toBe(pads[0]?.id)
})

it('from the popup they go to the pad that was used last; where it has them, or there is none, the person chooses', async () => {
  const acting = { owner: ruth, t: ((key: string) => key) as never, say: vi.fn(() => () => undefined) }
  const calls = { openSection: vi.fn(), openWorkspace: vi.fn(), letGo: vi.fn() }
  await addChosen(chosen, { ...acting, ...calls })
  expect(calls.openSection).toHaveBeenCalledTimes(1)
  localStorage.setItem('pads.last.ruth', 'a')
  await addChosen(chosen, { ...acting, ...calls })
  expect(calls.letGo).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(pads[0]?.entries).toEqual([PASSAGE]))
  await addChosen(chosen, { ...acting, ...calls })
  expect(calls.openSection).toHaveBeenCalledTimes(2)
  expect(sent()).toHaveLength(1)
  // The pad that was used last no longer exists.
  pads = []
  queryClient.clear()
  queryClient.setQueryData(SESSION_KEY, ruth)
  pendingWrites.forget()
  server.answer = () => ({ status: 404 })
  await addChosen(chosen, { ...acting, ...calls })
  expect(calls.openSection).toHaveBeenCalledTimes(3)
  expect(lastPad('ruth')).toBeNull()
})

it('words of the editor that wait stay with what is added to their pad, also where the server refuses both', async () => {
  const [mine] = pads
  const answer = server.answer
  server.answer = (asked) => (asked.method === 'PUT' ? { lost: true } : answer(asked))
  const writes = () =>
    pendingWrites.of<Pad>('pads', 'ruth').map(({ wanted, state: { status } }) => ({ wanted, status }))
  pendingWrites.add(padWrites, 'ruth', { base: mine as Pad, wanted: { ...(mine as Pad), title: 'Typed offline' } })
  await waitFor(() => expect(writes()).toMatchObject([{ status: 'waiting' }]))
  const acting = { owner: ruth, t: ((key: string) => key) as never, say: vi.fn(() => () => undefined) }
  const calls = { openSection: vi.fn(), openWorkspace: vi.fn(), letGo: vi.fn() }
  localStorage.setItem('pads.last.ruth', 'a')
  await addChosen(chosen, { ...acting, ...calls })
  const current = { ...mine, title: 'From the phone', revision: 2 }
  server.answer = (asked) => (asked.method === 'PUT' ? { status: 412, body: { current } } : answer(asked))
  pendingWrites.wake()
  const both = [{ wanted: { title: 'Typed offline', entries: [PASSAGE] }, status: 'conflict' }]
  await waitFor(() => expect(writes()).toMatchObject(both))

  // Until the person has decided about the refused words, no further change replaces them.
  await addChosen(chosen, { ...acting, ...calls })
  expect(calls.openSection).toHaveBeenCalledOnce()
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'With me' }))
  await screen.findByText(/^Not changed: an earlier change/)
  expect(writes()).toMatchObject(both)
})
