// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryClient, SESSION_KEY } from '../../api/query-client.ts'
import { tellSession } from '../../session/kept-person.ts'
import { ruth, serverForRuth } from '../../testing/as-ruth.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { StatusMessages } from '../../ui/status-message.tsx'
import { Component as AccountPage } from './account-page.tsx'

vi.mock(import('../../session/kept-person.ts'), async (original) => ({ ...(await original()), tellSession: vi.fn() }))

const { server, sent } = serverForRuth()
const account = { ...ruth, email_verified: true, looks_mail: false, locked: null, closing: null }
/** Shows the page of an account with this name. The requests of the page's lists fail. */
const show = (username: string) => {
  server.answer = ({ method, path }) => {
    if (method === 'PUT') return { body: { ...account, username: 'naomi' } }
    return path === '/api/account' && method === 'GET' ? { body: { ...account, username } } : { status: 404 }
  }
  const element = (
    <StatusMessages>
      <AccountPage />
    </StatusMessages>
  )
  return showInApp([{ path: '*', element }], '/settings/account', queryClient)
}

it('closes the account under the name that it has now, also where another device changed it', async () => {
  const { user } = show('naomi')
  await user.click(await screen.findByRole('button', { name: 'Close my account…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByLabelText('Type your username: naomi'), 'naomi')
  await user.type(dialog.getByLabelText('Your password'), 'Password1!')
  await user.click(dialog.getByRole('button', { name: 'Close my account for good' }))
  await waitFor(() => expect(sent()).toMatchObject([{ body: { confirm: 'naomi' } }]))
})

it('asks for the devices and the access tokens again after a change of the password, which ends them', async () => {
  const { user } = show('ruth')
  const change = await screen.findByRole('button', { name: 'Change password' })
  const form = within(change.closest('form') as HTMLElement)
  for (const label of ['Your password', 'New password', 'Confirm password'])
    await user.type(form.getByLabelText(label), 'Password1!')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  server.asked.length = 0
  await user.click(change)
  await waitFor(() =>
    expect(server.asked.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/api/account/devices', '/api/account/tokens']),
    ),
  )
})

it('tells the other tabs of a new name', async () => {
  const { user } = show('ruth')
  const field = await screen.findByRole('textbox', { name: 'Username' })
  await user.clear(field)
  await user.type(field, 'naomi{Enter}')
  await waitFor(() => expect(tellSession).toHaveBeenCalledOnce())
  expect(queryClient.getQueryData(SESSION_KEY)).toMatchObject({ username: 'naomi' })
})
