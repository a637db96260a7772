// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { Outlet } from 'react-router-dom'
import { expect, it } from 'vitest'
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

it('says of a day that is not chosen that any will do', async () => {
  server.answer = ({ path }) =>
    path.startsWith('/api/writing') ? { at: 1, body: [note] } : { at: 1, body: { tags: [], settings: {}, unset: [] } }
  const page = { path: '/', element: <OwnStream kinds={[]} /> }
  const { user } = showInApp([{ element: <Outlet context={ruth} />, children: [page] }], '/', queryClient)
  await user.selectOptions(await screen.findByLabelText('Time'), 'Between two days')
  await screen.findByLabelText('From')
  expect(screen.getAllByText('Any day')).toHaveLength(2)
})
