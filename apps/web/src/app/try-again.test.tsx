// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { Outlet } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { MINE } from '../api/query-client.ts'
import LooksSection from '../features/account/looks-section.tsx'
import { HistoryPage } from '../features/my-memos/history-page.tsx'
import { OwnStream } from '../features/my-memos/own-stream.tsx'
import { ruth, serverForRuth } from '../testing/as-ruth.ts'
import { showInApp } from '../testing/in-app.tsx'

const { server } = serverForRuth()
const at = '2026-01-02T00:00:00.000Z'
const look = { ...{ at, by: 'ann', what: 'export', item: null }, reason: 'Asked for' }
const note = {
  ...{ kind: 'notes', id: 'n', title: null, excerpt: 'So loved', color: null, at, created_at: at },
  passage: { book: 'John', chapter: 3, version: 'WEB', verse_id: 43_003_016, end_verse_id: 43_003_016 },
}

let isBroken: boolean
beforeEach(() => {
  isBroken = false
  server.answer = ({ path }) => {
    if (path.startsWith('/api/tags')) return { at: 1, body: { tags: [] } }
    if (isBroken) return { status: 400, body: { code: 'broken' } }
    if (path.startsWith('/api/writing')) return { at: 1, body: [note] }
    if (path.startsWith('/api/account/looks')) return { at: 1, body: { looks: [look], next: null } }
    if (path.startsWith('/api/history')) return { at: 1, body: { changes: [], removed_count: 0, next: null } }
    return { at: 1, body: { settings: {}, unset: [] } }
  }
})

it.each<[string, string, ReactElement]>([
  ['everything that they wrote', '/api/writing', <OwnStream key="writing" kinds={[]} />],
  ['their history', '/api/history', <HistoryPage key="history" histories={[]} />],
  ['what administrators viewed', '/api/account/looks', <LooksSection key="looks" user={ruth} />],
])(
  'asks the server again, where a person has the first page of %s and it could not be brought up to date',
  async (_what, path, element) => {
    const { user, queries } = showInApp([{ element: <Outlet context={ruth} />, children: [{ path: '/', element }] }])
    const asked = () => server.asked.filter((one) => one.path.startsWith(path)).length
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    await waitFor(() => expect(asked()).toBeGreaterThan(0))
    isBroken = true
    await act(() => queries.invalidateQueries({ queryKey: [MINE] }))
    const again = await screen.findByRole('button', { name: 'Try again' })
    isBroken = false
    const before = asked()
    await user.click(again)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
    expect(asked()).toBe(before + 1)
  },
)
