// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { MyMemosFrame } from '../features/my-memos/my-memos-frame.tsx'
import { MyMemosOverview } from '../features/my-memos/my-memos-overview.tsx'
import { answeringServer } from '../testing/answering-server.ts'
import { showInApp } from '../testing/in-app.tsx'
import { KINDS } from './kinds.ts'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const COUNTS = { notes_count: 5, highlights_count: 4, sermons_count: 3, bookmarks_count: 2, pads_count: 1 }

// Absent from jsdom.
Element.prototype.scrollTo = () => undefined

it('counts every kind in the navigation, and on top the three that the specification names', async () => {
  queryClient.setQueryData(SESSION_KEY, ruth)
  server.answer = ({ path }) => ({ at: 9, body: path === '/api/resource-counts' ? COUNTS : [] })
  const page = { path: '/my-memos', element: <MyMemosOverview kinds={KINDS} /> }
  showInApp([{ element: <MyMemosFrame kinds={KINDS} />, children: [page] }], '/my-memos', queryClient)
  const links = (all: readonly HTMLElement[]) =>
    all.map((link) =>
      /^(?:\d ?)?(?:Notes|Highlights|Sermons|Bookmarks|Study pads)(?: ?\d)?/.exec(link.textContent ?? ''),
    )
  const shown = (all: readonly HTMLElement[]) =>
    links(all).flatMap((found) => (found ? [found[0].replace(' ', '')] : []))
  const navigation = await screen.findByRole('navigation', { name: 'My resources' })
  await within(navigation).findByText('5')
  expect(shown(within(navigation).getAllByRole('link'))).toEqual([
    ...['Notes5', 'Highlights4', 'Sermons3', 'Bookmarks2', 'Studypads1'],
  ])
  const outside = screen.getAllByRole('link').filter((link) => !navigation.contains(link))
  expect(shown(outside)).toEqual(['5Notes', '4Highlights', '3Sermons'])
})
