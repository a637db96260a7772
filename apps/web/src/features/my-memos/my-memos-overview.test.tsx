// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { Outlet } from 'react-router-dom'
import { expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import type { Kind } from '../../study/kind.ts'
import { ruth, serverForRuth } from '../../testing/as-ruth.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { MyMemosOverview } from './my-memos-overview.tsx'

const { server } = serverForRuth()

it('names a kind in the singular where there is one of it', async () => {
  server.answer = ({ path }) =>
    path.startsWith('/api/resource-counts')
      ? { at: 1, body: { notes_count: 1, highlights_count: 2, sermons_count: 0 } }
      : { status: 503 }
  const kinds = ['notes', 'highlights', 'sermons'].map((name) => ({ name, path: name })) as unknown as readonly Kind[]
  const page = { path: '/my-memos', element: <MyMemosOverview kinds={kinds} /> }
  showInApp([{ element: <Outlet context={ruth} />, children: [page] }], '/my-memos', queryClient)
  await screen.findByText('Note')
  const counts = screen.getAllByRole('link').map(({ textContent }) => textContent)
  expect(counts.slice(0, 3)).toEqual([
    '1 Note Open My Notes',
    '2 Highlights Open My Highlights',
    '0 Sermons Open My Sermons',
  ])
})
