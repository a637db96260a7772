// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { WriteKind } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { queryClient, SESSION_KEY } from '../../api/query-client.ts'
import { answeringServer } from '../../testing/answering-server.ts'
import { useCounts } from './use-counts.ts'

type Note = { readonly id: string; readonly revision: number; readonly text: string }
const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const notes: WriteKind<Note> = pendingWrites.register({
  name: 'notes',
  history: 'note',
  call: ({ wanted }) => ({ method: wanted ? 'POST' : 'DELETE', path: '/note' }),
  touches: () => [],
})
const note = (id: string, text = 'Bread'): Note => ({ id, revision: 1, text })

beforeEach(() => {
  pendingWrites.forget()
  queryClient.setQueryData(SESSION_KEY, ruth)
})

it('counts an item once, however many writes of it wait', async () => {
  server.answer = ({ method }) =>
    method === 'GET' ? { body: { notes_count: 5 }, at: 9 } : { after: new Promise(() => undefined) }
  const queries = new QueryClient()
  const { result } = renderHook(() => useCounts(ruth), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  })
  await waitFor(() => expect(result.current.of('notes')).toBe(5))
  const write = (base: Note | null, wanted: Note) => act(() => void pendingWrites.add(notes, 'ruth', { base, wanted }))
  const statuses = () => pendingWrites.of<Note>('notes', 'ruth').map(({ state }) => state.status)
  write(null, note('new'))
  await waitFor(() => expect(statuses()).toEqual(['sending']))
  write(null, note('new', 'Bread of life'))
  expect(statuses()).toEqual(['sending', 'waiting'])
  expect(result.current.of('notes')).toBe(6)
  act(() => void pendingWrites.add(notes, 'ruth', { base: note('old'), wanted: null }))
  expect(result.current.of('notes')).toBe(5)
})
