// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { MyMemosFrame } from '../features/my-memos/my-memos-frame.tsx'
import { MyMemosOverview } from '../features/my-memos/my-memos-overview.tsx'
import { wholeI18n } from '../locales/whole-i18n.ts'
import { answeringServer } from '../testing/answering-server.ts'
import { showInApp } from '../testing/in-app.tsx'
import { KINDS } from './kinds.ts'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const { t } = await wholeI18n('en')
const LABELS = KINDS.map(({ name }) => t(`kinds.${name}.label`))
const COUNTS = Object.fromEntries(KINDS.map(({ name }, at) => [`${name}_count`, at + 1]))

// jsdom has no Element.scrollTo.
Element.prototype.scrollTo = () => undefined

it('counts every kind in the navigation, and on top the three that the specification names', async () => {
  queryClient.setQueryData(SESSION_KEY, ruth)
  server.answer = ({ path }) => ({ at: 9, body: path === '/api/resource-counts' ? COUNTS : [] })
  const page = { path: '/my-memos', element: <MyMemosOverview kinds={KINDS} /> }
  showInApp([{ element: <MyMemosFrame kinds={KINDS} />, children: [page] }], '/my-memos', queryClient)
  const labelled = new RegExp(`^(?:\\d ?)?(?:${LABELS.join('|')})(?: ?\\d)?`)
  const shown = (all: readonly HTMLElement[]) =>
    all.flatMap((link) => labelled.exec(link.textContent ?? '')?.[0].replaceAll(' ', '') ?? [])
  const navigation = await screen.findByRole('navigation', { name: 'My resources' })
  await within(navigation).findByText(String(KINDS.length))
  expect(shown(within(navigation).getAllByRole('link'))).toEqual(
    LABELS.map((label, at) => `${label.replaceAll(' ', '')}${at + 1}`),
  )
  const outside = screen.getAllByRole('link').filter((link) => !navigation.contains(link))
  expect(shown(outside)).toEqual(['1Notes', '2Highlights', '3Sermons'])
})
