// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient, SESSION_KEY } from '../../api/query-client.ts'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import Backlinks from './backlinks.tsx'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const JOHN_3_16 = 43_003_016

it('says nothing of none while all that was found stands on the verse itself and more is to come', async () => {
  const passage = { book: 'John', version: 'KJV', chapter: 3, verse: 16, verse_id: JOHN_3_16, end_verse_id: JOHN_3_16 }
  const found = Array.from({ length: 50 }, (_, at) => ({
    ...{ kind: 'notes', id: `n${at}`, title: null, excerpt: 'Here.', passage },
    updated_at: '2026-01-01T00:00:00.000Z',
  }))
  server.answer = () => ({ body: found, headers: { link: '</api/writing?limit=50&cursor=c>; rel="next"' } })
  queryClient.setQueryData(SESSION_KEY, ruth)
  const element = <Backlinks owner={ruth} named={{ verses: [JOHN_3_16, JOHN_3_16] }} startsOpen />
  showInApp([{ path: '*', element }], '/', queryClient)
  expect(await screen.findByRole('button', { name: 'Show more' })).toBeTruthy()
  expect(screen.queryByText(/Nothing else of yours names this verse/)).toBeNull()
})
