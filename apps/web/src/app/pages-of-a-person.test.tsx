// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { Outlet } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { Component as Settings } from '../features/settings/settings-page.tsx'
import { Component as Sermon } from '../kinds/sermons/sermon-page.tsx'
import { AccountDialogs } from '../session/account-dialogs.tsx'
import { answeringServer } from '../testing/answering-server.ts'
import { showInApp } from '../testing/in-app.tsx'
import { Component as MyMemos } from './my-memos-route.tsx'

const server = answeringServer()

const signedIn = (days: number) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in jsdom
  document.cookie = `pathlight_signed_in=1; Max-Age=${days * 86_400}; Path=/`
}
afterEach(() => signedIn(0))

const PLEASE = 'Please log in or sign up to use this feature.'

describe.each([
  ['the settings', Settings],
  ['a sermon', Sermon],
  ['one’s own things', MyMemos],
])('the page of %s', (_, Component) => {
  const show = () =>
    showInApp([
      {
        element: (
          <AccountDialogs window={({ dialog }) => <p>{`Dialog ${dialog}`}</p>}>
            <Outlet />
          </AccountDialogs>
        ),
        children: [{ path: '/', Component }],
      },
    ])

  it('asks a person who is not logged in to log in, or to sign up', async () => {
    const { user } = show()
    await screen.findByText(PLEASE)
    await user.click(screen.getByRole('button', { name: 'Log In' }))
    await screen.findByText('Dialog logIn')
    await user.click(screen.getByRole('button', { name: 'Sign Up' }))
    await screen.findByText('Dialog signUp')
  })

  it('says so while the server cannot say who is logged in, and asks again when told to', async () => {
    signedIn(1)
    server.answer = () => ({ status: 503 })
    const { user } = show()
    await screen.findByText('Your account cannot be reached right now.')
    expect(screen.queryByText(PLEASE)).toBeNull()
    server.answer = () => ({ status: 401 })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText(PLEASE)
  })
})
