// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { Link, Outlet } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { showInApp } from '../testing/in-app.tsx'
import { AccountDialogs, useAccountDialog } from './account-dialogs.tsx'

const Page = () => {
  const open = useAccountDialog()
  return (
    <>
      <button type="button" onClick={() => open('please')}>
        Note
      </button>
      <Link to="/away" state={{ logIn: true }}>
        Away
      </Link>
    </>
  )
}

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
})
