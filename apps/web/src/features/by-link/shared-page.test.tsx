// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { SharedPage } from './shared-page.tsx'

const server = answeringServer()
const ID = '4a1e7c1e-6f0f-4c83-9f0e-0d1a2b3c4d5e'
const KEY = 'k'.repeat(43)
const LINK = `/shared/${ID}#${KEY}`
const NOTE = {
  ...{ title: 'Given', text: 'So loved.', version: 'WEB', book: 'John', verse_id: 43_003_016, end_verse_id: null },
  updated_at: '2026-01-01T00:00:00.000Z',
}

it('shows nothing that was taken back while its reader was on another page', async () => {
  let isShared = true
  server.answer = ({ path }) => {
    if (path !== `/api/shared/${ID}`) return { status: 404 }
    return isShared
      ? { body: { kind: 'note', name: null, item: NOTE, until: null } }
      : { status: 404, body: { code: 'shared_nothing', message: 'Nothing is shared under this link.' } }
  }
  const { user } = showInApp(
    [
      { path: '/shared/:id', element: <SharedPage foot={() => <Link to="/away">Away</Link>} /> },
      { path: '/away', element: <Link to={LINK}>Back</Link> },
    ],
    LINK,
    queryClient,
  )
  await screen.findByText('So loved.')
  await user.click(screen.getByRole('link', { name: 'Away' }))
  await user.click(await screen.findByRole('link', { name: 'Back' }))
  await screen.findByText('So loved.')
  isShared = false
  await user.click(screen.getByRole('link', { name: 'Away' }))
  await user.click(await screen.findByRole('link', { name: 'Back' }))
  await screen.findByText(/^Nothing is shared under this link\./)
  await waitFor(() => expect(screen.queryByText('So loved.')).toBeNull())
})

it('takes what came with the HTML without asking for it, and asks when its reader returns', async () => {
  const asked: string[] = []
  server.answer = ({ path }) => {
    if (path.startsWith('/api/shared/')) asked.push(path)
    return { status: 404, body: { code: 'shared_nothing', message: 'Nothing is shared under this link.' } }
  }
  queryClient.setQueryData(['shared', ID, KEY], { kind: 'note', name: null, item: NOTE, until: null })
  const { user } = showInApp(
    [
      { path: '/shared/:id', element: <SharedPage foot={() => <Link to="/away">Away</Link>} /> },
      { path: '/away', element: <Link to={LINK}>Back</Link> },
    ],
    LINK,
    queryClient,
  )
  await screen.findByText('So loved.')
  expect(asked).toEqual([])
  await user.click(screen.getByRole('link', { name: 'Away' }))
  await user.click(await screen.findByRole('link', { name: 'Back' }))
  await screen.findByText(/^Nothing is shared under this link\./)
  expect(asked).toContain(`/api/shared/${ID}`)
})

it('names a bookmark of a study pad that is on a whole chapter, and leads there', async () => {
  const own = { type: 'own', title: null, text: '', isQuoted: false, version: 'WEB', end_verse_id: null }
  const item = { title: 'With me', entries: [{ ...own, verse_id: 19_023_000 }], updated_at: NOTE.updated_at }
  server.answer = () => ({ body: { kind: 'pad', name: null, item, until: null } })
  showInApp([{ path: '/shared/:id', element: <SharedPage foot={() => null} /> }], LINK)
  const link = await screen.findByRole('link', { name: 'Psalm 23 (WEB)' })
  expect(link.getAttribute('href')).toBe('/bible/WEB/Psalms/23')
})

it('tells a screen reader the language of the passages of a study pad', async () => {
  const passage = { type: 'passage', version: 'KRV', verse_id: 43_003_016, end_verse_id: null }
  const entries = [{ ...passage, verses: [{ verse: 16, text: '하나님이 세상을' }] }]
  const item = { title: 'With me', entries, updated_at: NOTE.updated_at }
  server.answer = ({ path }) =>
    path.startsWith('/api/bible/versions')
      ? { body: { versions: [{ code: 'KRV', language: 'ko', available: true }], default: 'KRV' } }
      : { body: { kind: 'pad', name: null, item, until: null } }
  showInApp([{ path: '/shared/:id', element: <SharedPage foot={() => null} /> }], LINK)
  const verse = await screen.findByText('하나님이 세상을')
  await waitFor(() => expect(verse.closest('[lang]')?.getAttribute('lang')).toBe('ko'))
})
