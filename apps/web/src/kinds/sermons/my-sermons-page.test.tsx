// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { screen } from '@testing-library/react'
import { Outlet } from 'react-router-dom'
import { expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { ruth, serverForRuth } from '../../testing/as-ruth.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { manyTurns, until } from '../../testing/until.ts'
import { Component } from './my-sermons-page.tsx'
import { asSermon, newSermonDraft } from './sermon-draft.ts'

const { server } = serverForRuth()
const VERSE = { version: 'KJV', book: 'John', chapter: 4, verse: 5, verse_id: 43_004_005, text: '' }
const draft = { ...newSermonDraft('s', VERSE, VERSE, 'Ann'), title: 'Living water' }
it('asks once for a page that fails, where the sermons are in the order of the Bible', async () => {
  server.answer = ({ path }) => {
    if (!path.startsWith('/api/sermon/user')) return { status: 404 }
    if (path.includes('after=')) return { status: 400, body: { code: 'bad_cursor' } }
    const next = '</api/sermon/user?limit=50&content=none&after=s>; rel="next"'
    const sermon = asSermon(draft, ruth, '2026-01-01T00:00:00.000Z')
    return { at: 1, body: [sermon], headers: { link: next } }
  }
  localStorage.setItem('sermons.order', 'passage')
  const page = { path: '/', element: <Component /> }
  showInApp([{ element: <Outlet context={ruth} />, children: [page] }], '/', queryClient)
  await screen.findByText('Living water')
  const laterPages = () => server.asked.filter(({ path }) => path.includes('after='))
  await until(() => expect(laterPages()).toHaveLength(1))
  await manyTurns()
  expect(laterPages()).toHaveLength(1)
})
