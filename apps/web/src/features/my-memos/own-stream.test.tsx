// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { Outlet } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { ruth, serverForRuth } from '../../testing/as-ruth.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { OwnStream } from './own-stream.tsx'

const { server } = serverForRuth()
const note = {
  ...{ kind: 'notes', id: 'n', title: null, excerpt: 'So loved', color: null },
  passage: { book: 'John', chapter: 3, version: 'WEB', verse_id: 43_003_016, end_verse_id: 43_003_016 },
  ...{ at: '2026-01-02T00:00:00.000Z', created_at: '2026-01-02T00:00:00.000Z' },
}

const showStream = () => {
  server.answer = ({ path }) =>
    path.startsWith('/api/writing') ? { at: 1, body: [note] } : { at: 1, body: { tags: [], settings: {}, unset: [] } }
  const page = { path: '/', element: <OwnStream kinds={[]} /> }
  return showInApp([{ element: <Outlet context={ruth} />, children: [page] }], '/', queryClient)
}

afterEach(() => vi.restoreAllMocks())

it('says of a day that is not chosen that any will do', async () => {
  const { user } = showStream()
  await user.selectOptions(await screen.findByLabelText('Time'), 'Between two days')
  await screen.findByLabelText('From')
  expect(screen.getAllByText('Any day')).toHaveLength(2)
})

it('announces the search again eight minutes after it did, also if the focus moved in between', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  const { user } = showStream()
  const announcements = () => server.asked.filter(({ path }) => path === '/api/writing?limit=1')
  await screen.findByLabelText('Time')
  await vi.waitFor(() => expect(announcements()).toHaveLength(1))
  for (const minutes of [7, 14]) {
    clock.mockReturnValue(minutes * 60_000)
    await user.tab()
  }
  await vi.waitFor(() => expect(announcements()).toHaveLength(2))
})
