// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { screen } from '@testing-library/react'
import { Outlet } from 'react-router-dom'
import { it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { ruth, serverForRuth } from '../../testing/as-ruth.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { Component } from './my-pads-page.tsx'

const { server } = serverForRuth()

it('shows the first words of a pad as they read', async () => {
  const text = '**So** loved: see [Grace](/my-memos/memos/11111111-2222-4333-8444-555555555555).'
  const pad = {
    ...{ id: 'p', user_id: 'ruth', title: 'Love', tags: [], revision: 1 },
    entries: [
      { type: 'heading', text: 'God' },
      { type: 'passage', version: 'KJV', verse_id: 43_003_016, end_verse_id: null },
      { type: 'text', text },
    ],
    ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
  }
  server.answer = ({ path }) => ({ at: 1, body: path.startsWith('/api/pad/user') ? [pad] : {} })
  showInApp(
    [{ element: <Outlet context={ruth} />, children: [{ path: '/', element: <Component /> }] }],
    '/',
    queryClient,
  )
  await screen.findByText('God · So loved: see Grace.')
})
