// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, screen, waitFor } from '@testing-library/react'
import { Outlet } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import type { Item, WriteKind } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { queryClient, SESSION_KEY } from '../../api/query-client.ts'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import TagFilter from './tag-filter.tsx'

type Tagged = Item & { readonly tags: readonly string[] }
const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const kindNamed = (name: string, history: WriteKind<Tagged>['history']): WriteKind<Tagged> =>
  pendingWrites.register({ name, history, call: () => ({ method: 'POST', path: '/item' }), touches: () => [] })
const notes = kindNamed('notes', 'note')
const bookmarks = kindNamed('bookmarks', 'bookmark')

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const show = (kind?: WriteKind<Tagged>, value = '') => {
  const filter = <TagFilter value={value} onChange={() => {}} {...(kind && { kind })} />
  showInApp([{ element: <Outlet context={ruth} />, children: [{ path: '/', element: filter }] }], '/', queryClient)
  return screen.findByRole('combobox', { name: 'Tag' })
}

beforeEach(() => {
  pendingWrites.forget()
  queryClient.clear()
  queryClient.setQueryData(SESSION_KEY, ruth)
  const tags = [
    { tag: 'Faith', count: 3, kinds: { note: 2, bookmark: 1 }, color: null },
    { tag: 'hope', count: 1, kinds: { bookmark: 1 }, color: null },
  ]
  server.answer = ({ method }) =>
    method === 'GET' ? { at: 5, body: { tags } } : { after: new Promise(() => undefined) }
})

it('says how many items of every kind have each tag', async () => {
  await show()
  expect(options()).toEqual(['Tag', 'Faith (3)', 'hope (1)'])
})

it('counts the items of one kind alone, with those that wait to be sent', async () => {
  await show(notes)
  expect(options()).toEqual(['Tag', 'Faith (2)'])
  const add = (kind: WriteKind<Tagged>, ...tags: string[]) =>
    act(() => void pendingWrites.add(kind, 'ruth', { base: null, wanted: { id: crypto.randomUUID(), tags } }))
  add(bookmarks, 'love', 'faith')
  expect(options()).toEqual(['Tag', 'Faith (2)'])
  add(notes, 'hope', 'faith')
  expect(options()).toEqual(['Tag', 'Faith (3)', 'hope (1)'])
})

it('has the number of all kinds where an older build kept the answer', async () => {
  server.answer = () => ({ at: 5, body: { tags: [{ tag: 'Faith', count: 3, color: null }] } })
  await show(notes)
  expect(options()).toEqual(['Tag', 'Faith (3)'])
})

it.each([
  ['FAITH', 'Faith (3)', ['Tag', 'Faith (3)', 'hope (1)']],
  ['love', 'love', ['Tag', 'love', 'Faith (3)', 'hope (1)']],
])('has the chosen tag %s once, in whichever spelling', async (value, shown, all) => {
  const select = (await show(undefined, value)) as HTMLSelectElement
  await waitFor(() => expect(options()).toEqual(all))
  expect(select.selectedOptions[0]?.textContent).toBe(shown)
})
