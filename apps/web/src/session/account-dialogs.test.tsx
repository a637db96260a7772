// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { Link, Outlet } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { answeringServer } from '../testing/answering-server.ts'
import { showInApp } from '../testing/in-app.tsx'
import { AccountDialogs, useAccountDialog } from './account-dialogs.tsx'

const Page = () => {
  const open = useAccountDialog()
  const [writer, setWriter] = useState('')
  return (
    <>
      {writer && <p>{`${writer} writes`}</p>}
      <button type="button" onClick={() => open('please', ({ username }) => setWriter(username))}>
        Note
      </button>
      <Link to="/away" state={{ logIn: true }}>
        Away
      </Link>
    </>
  )
}

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }

describe('the account dialogs', () => {
  const show = () =>
    showInApp([
      {
        element: (
          <AccountDialogs
            window={({ dialog, onChange }) => (
              <button type="button" onClick={() => onChange(null)}>{`Close ${dialog}`}</button>
            )}
          >
            <Outlet />
          </AccountDialogs>
        ),
        children: [
          { path: '/', Component: Page },
          { path: '/away', element: 'Elsewhere' },
        ],
      },
    ])

  it('open over the page, in the window that was handed in, and close again', async () => {
    const { user } = show()
    await user.click(screen.getByText('Note'))
    await user.click(screen.getByText('Close please'))
    expect(screen.queryByText('Close please')).toBeNull()
  })

  it('open where a page sends people to log in, once: going back and forth does not ask again', async () => {
    const { user, router } = show()
    await user.click(screen.getByText('Away'))
    await user.click(await screen.findByText('Close logIn'))
    expect(screen.getByText('Elsewhere')).toBeDefined()
    expect(router.state.location.state).toBeNull()
  })
  it.each([
    { who: 'do not open for a person who is signed in', answer: { body: ruth }, shows: 'ruth writes' },
    { who: 'open for a person whose session has ended', answer: { status: 401 }, shows: 'Close please' },
    { who: 'open for a person of whom nothing can be known', answer: { status: 503 }, shows: 'Close please' },
  ])('$who, where one presses before the page knows of it', async ({ answer, shows }) => {
    // biome-ignore lint/suspicious/noDocumentCookie: with this cookie the page asks the server for the session
    document.cookie = 'pathlight_signed_in=1; Path=/'
    let say: (said: unknown) => void = () => undefined
    const after = new Promise((resolve) => {
      say = resolve
    })
    server.answer = () => ({ ...answer, after })
    const { user } = show()
    await user.click(screen.getByText('Note'))
    expect(screen.queryByText('Close please')).toBeNull()
    say(null)
    await screen.findByText(shows)
    if (shows !== 'Close please') expect(screen.queryByText('Close please')).toBeNull()
  })
})
