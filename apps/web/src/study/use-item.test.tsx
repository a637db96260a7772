// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import type { WriteKind } from '../api/pending-write.ts'
import { pendingWrites } from '../api/pending-writes.ts'
import { ruth, serverForRuth } from '../testing/as-ruth.ts'
import { useItem } from './use-item.ts'

type Card = { readonly id: string; readonly text: string; readonly revision: number }

const { server } = serverForRuth()
const writes: WriteKind<Card> = pendingWrites.register({
  name: 'notes',
  history: 'note',
  call: ({ wanted }) => ({ method: wanted ? 'POST' : 'DELETE', path: '/cards/write' }),
  touches: () => [],
})
const cards = { name: 'notes' as const, writes, pathOf: (id: string) => `/cards/${id}` }

it('an item that another device removed is gone, also where it was shown before', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  server.answer = () => ({ at: 7, body: { id: 'a', text: 'Words', revision: 1 } })
  const { result } = renderHook(() => useItem(cards, ruth, 'a'), { wrapper })
  await waitFor(() => expect(result.current.item?.text).toBe('Words'))
  // Only the status 404 says that the item was removed, so after another error the item stays.
  server.answer = () => ({ status: 500 })
  await act(() => queries.invalidateQueries())
  expect(result.current).toMatchObject({ item: { text: 'Words' }, error: null })
  server.answer = () => ({ status: 404, body: { code: 'note_not_found' } })
  await act(() => queries.invalidateQueries())
  await waitFor(() => expect(result.current).toMatchObject({ item: null, error: { status: 404 } }))
})
