// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect, it } from 'vitest'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { Component as Account } from '../features/account/account-page.tsx'
import { accountQuery } from '../features/account/account-queries.ts'
import { DataPage } from '../features/data/data-page.tsx'
import { MyMemosFrame } from '../features/my-memos/my-memos-frame.tsx'
import { ruth, serverForRuth } from '../testing/as-ruth.ts'
import { showInApp } from '../testing/in-app.tsx'
import { StatusMessages } from '../ui/status-message.tsx'
import { Component as Admin } from './admin-route.tsx'

// jsdom has no Element.scrollTo.
Element.prototype.scrollTo = () => undefined

const { server } = serverForRuth()
const boaz = { id: 'boaz', username: 'boaz', email: 'boaz@example.org' }
const ofAccount = { email_verified: true, looks_mail: false, locked: null, closing: null }

it.each<[string, ComponentType, string, object]>([
  ['their items', () => <MyMemosFrame kinds={[]} />, '/my-memos', {}],
  ['their data', () => <DataPage offlineKinds={async () => []} />, '/settings/data', { import: null }],
  ['their account', Account, '/settings/account', { ...ruth, ...ofAccount }],
  ['the admins', Admin, '/admin', { changes: 900, people: 70, bibles: 8 }],
])('keeps nothing of the person before on the page of %s', async (_what, Page, path, body) => {
  server.answer = () => ({ body })
  const admin = path === '/admin'
  queryClient.setQueryData(SESSION_KEY, { ...ruth, admin })
  const element = (
    <StatusMessages>
      <Page />
    </StatusMessages>
  )
  const inside = { path: '*', element: <input aria-label="A field" /> }
  showInApp([{ path: '/', element, children: [inside] }], path, queryClient)
  const field = {
    '/my-memos': () => screen.findByLabelText('A field'),
    '/settings/data': () => screen.findByRole('button', { name: 'Choose a file' }),
    '/settings/account': async () => (await screen.findAllByLabelText(/password/i))[0] as HTMLElement,
    '/admin': () => screen.findByLabelText('Username or email address'),
  }[path]
  const before = await field?.()
  // The test has the next person's account ready. While it is fetched, the page shows no form anyway.
  queryClient.setQueryData(accountQuery(boaz).queryKey, { ...boaz, ...ofAccount })
  act(() => void queryClient.setQueryData(SESSION_KEY, { ...boaz, admin }))
  await waitFor(() => expect(before?.isConnected).toBe(false))
  await field?.()
})
