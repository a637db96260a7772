// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AdminFrame } from '../features/admin/admin-frame.tsx'
import { useCounts } from '../features/my-memos/use-counts.ts'
import { answeringServer } from '../testing/answering-server.ts'
import { showInApp } from '../testing/in-app.tsx'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const MyMemos = () => <p>{useCounts(ruth).of('notes')} notes</p>

it('an admin who comes from their own notes finds the numbers of the admins, and on the way back their own', async () => {
  server.answer = ({ path }) => ({
    at: 9,
    body: path === '/api/admin/counts' ? { changes: 900, people: 70, bibles: 8 } : { notes_count: 5 },
  })
  const { router } = showInApp(
    [
      { path: '/my-memos', element: <MyMemos /> },
      { path: '/admin', element: <AdminFrame adminId="ruth">{null}</AdminFrame> },
    ],
    '/my-memos',
  )
  await screen.findByText('5 notes')
  await act(() => router.navigate('/admin'))
  await screen.findByText('70')
  await act(() => router.navigate('/my-memos'))
  expect(screen.getByText('5 notes')).toBeDefined()
})
