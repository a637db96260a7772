// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { Outlet } from 'react-router-dom'
import { expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { ruth, serverForRuth } from '../../testing/as-ruth.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { HighlightCard } from './highlight-card.tsx'

const { server } = serverForRuth()

it('says the words in their language, and the color in that of the page', async () => {
  server.answer = () => ({ body: { versions: [{ code: 'KRV', language: 'ko', available: true }], default: 'KRV' } })
  const highlight = {
    ...{ id: 'h', version: 'KRV', book: 'John', chapter: 3, verse_id: 43_003_016, selected_text: '하나님이' },
    ...{ start_offset: 0, end_offset: 4, color: null, revision: 1, created_at: '2026-01-01T00:00:00.000Z' },
  }
  const element = <HighlightCard highlight={highlight} yours="#ffff00" write={undefined} />
  showInApp([{ element: <Outlet context={ruth} />, children: [{ path: '/', element }] }], '/', queryClient)
  const words = await screen.findByText('하나님이')
  await waitFor(() => expect(words.closest('[lang]')?.getAttribute('lang')).toBe('ko'))
  const color = screen.getByText('your color')
  expect(color.closest('[lang=ko]')).toBeNull()
  expect(color.textContent).toBe(' your color')
})
