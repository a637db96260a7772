// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import type { FoundWriting } from '@pathlight/contracts/writing.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WriteKind } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { queryClient, SESSION_KEY } from '../../api/query-client.ts'
import { keptColumns } from '../../bible/kept-columns.ts'
import type { Language } from '../../locales/words.ts'
import type { Kind } from '../../study/kind.ts'
import { type Answer, answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import Today from './today.tsx'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'Ruth', email: 'ruth@example.org' }
type Note = { readonly id: string; readonly revision: number }
const notes: WriteKind<Note> = pendingWrites.register({
  name: 'notes',
  history: 'note',
  call: ({ wanted }) => ({ method: 'POST', path: '/note', body: wanted }),
  touches: () => [],
})
const KINDS = [{ name: 'notes' }, { name: 'sermons', pathOf: (id: string) => `/my-memos/sermons/${id}` }] as const

const found = (n: number, other: Partial<FoundWriting> = {}): FoundWriting => ({
  ...{ kind: 'notes', id: `n${n}`, title: null, excerpt: `Words ${n}`, color: null },
  passage: { book: 'John', chapter: 3, version: 'WEB', verse_id: 43_003_000 + n, end_verse_id: 43_003_000 + n },
  ...{ at: '2026-01-02T00:00:00.000Z', created_at: '2026-01-02T00:00:00.000Z' },
  ...other,
})
const answers = (others: Readonly<Record<string, Answer>>) => {
  server.answer = ({ path, method }) => {
    const known = Object.entries(others).find(([part]) => `${method} ${path}`.includes(part))?.[1]
    if (known) return known
    if (path.startsWith('/api/bible/versions'))
      return {
        body: {
          versions: ['KJV', 'WEB', 'KRV', 'NTV'].map((code) => ({
            ...{ code, language: 'en', available: code !== 'KRV', books: code === 'NTV' ? [40, 41] : [1, 2] },
          })),
          default: 'KJV',
        },
      }
    if (path === '/api/users/settings') return { body: { settings: {}, unset: ['defaultVersion'] }, at: 3 }
    return { body: [], at: 3 }
  }
}
const show = (language: Language = 'en') =>
  showInApp(
    [
      { path: '/', element: <Today user={ruth} kinds={KINDS as unknown as readonly Kind[]} /> },
      { path: '/bible-reading', element: 'The reader' },
    ],
    '/',
    queryClient,
    language,
  )

beforeEach(() => {
  pendingWrites.forget()
  queryClient.clear()
  queryClient.setQueryData(SESSION_KEY, ruth)
  localStorage.clear()
  server.asked.length = 0
})

afterEach(() => void vi.useRealTimers())

it('greets by the day that people mean, and anew when they return on the next one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 27, 1) })
  answers({})
  show()
  await screen.findByText('Thursday night, Ruth')
  vi.setSystemTime(new Date(2026, 10, 27, 9))
  fireEvent(document, new Event('visibilitychange'))
  await screen.findByText('Friday morning, Ruth')
})

it('greets by the day of the clock on the wall, also where the clocks have changed that night', async () => {
  const { TZ } = process.env
  process.env.TZ = 'America/New_York'
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 8, 5, 30) })
  answers({})
  show()
  await screen.findByText('Sunday morning, Ruth')
  process.env.TZ = TZ
})

it('shows the newest of one’s own words by one read, each with the way to it, and no more than fit', async () => {
  const sermon = found(9, { kind: 'sermons', id: 's', title: 'A road' })
  answers({ 'GET /api/writing': { body: [sermon, ...[5, 4, 3, 2, 1].map((n) => found(n))], at: 3 } })
  show()
  const latest = await screen.findByRole('region', { name: 'Your latest words' })
  await within(latest).findByText('A road')
  expect(within(latest).getAllByRole('listitem')).toHaveLength(4)
  const links = within(latest).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/my-memos',
    '/my-memos/sermons/s',
    ...[5, 4, 3].map((n) => `/bible/WEB/John/3#v${n}`),
  ])
  // On paper nothing can be opened, so nothing is cut.
  expect(within(latest).getByText('Words 5').className).toContain('print:line-clamp-none')
  const paths = server.asked.map(({ path }) => path)
  expect([...new Set(paths.filter((path) => path.startsWith('/api/writing')))]).toEqual(['/api/writing?limit=19'])
  // No write waits, so the page does not mention waiting writes.
  expect(screen.queryByRole('link', { name: 'Look' })).toBeNull()
})

it('says what the server does not have, apart from what needs a choice', async () => {
  answers({ 'POST /note': { status: 409, body: { code: 'other', message: 'No.' } } })
  pendingWrites.add(notes, 'ruth', { base: null, wanted: { id: 'refused', revision: 0 } })
  await waitFor(() => expect(pendingWrites.unsent('ruth')[0]?.state.status).toBe('failed'))
  answers({ 'POST /note': { lost: true } })
  pendingWrites.add(notes, 'ruth', { base: null, wanted: { id: 'a', revision: 0 } })
  show()
  await screen.findByText('1 change needs your choice')
  await screen.findByText('1 change waits to be sent')
  expect(screen.getByRole('link', { name: 'Look' }).getAttribute('href')).toBe('/my-memos/waiting')
})

it('lets who begins choose a text, and the device and the account remember it; who has read here goes on', async () => {
  answers({ 'PUT /api/users/settings': { body: { settings: { defaultVersion: 'WEB' }, unset: [] }, at: 4 } })
  const { user, router } = show()
  await user.click(await screen.findByRole('button', { name: 'World English, today’s words' }))
  await screen.findByText('The reader')
  expect(keptColumns()).toEqual([{ version: 'WEB', book: 'Genesis', chapter: 1 }])
  await waitFor(() =>
    expect(server.asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { defaultVersion: 'WEB' },
    ]),
  )
  await router.navigate('/')
  await screen.findByRole('link', { name: /^Go on reading\s*Genesis 1\s*WEB/ })
  expect(screen.queryByRole('group', { name: 'Choose a text to read' })).toBeNull()
})

it('begins where one’s version begins', async () => {
  answers({ '/api/users/settings': { body: { settings: { defaultVersion: 'NTV' }, unset: [] }, at: 3 } })
  show()
  await screen.findByRole('link', { name: /^Begin reading\s*Matthew 1/ })
})

it('names the text as Koreans call it', async () => {
  answers({})
  localStorage.setItem('columns', JSON.stringify([{ version: 'KRV', book: 'John', chapter: 3 }]))
  show('ko')
  const link = await screen.findByRole('link', { name: /요한복음 3장/ })
  expect(link.textContent).toContain('개역한글')
  expect(link.textContent).not.toContain('KRV')
})
