// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createBrowserRouter, Link, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { manyTurns, until } from '../testing/until.ts'
import { useBackCloses } from './use-back-closes.ts'

const isSmall = (query: string) => Object.assign(new EventTarget(), { matches: true, media: query }) as MediaQueryList

beforeEach(() => {
  vi.spyOn(window, 'matchMedia').mockImplementation(isSmall)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const Sheet = ({ onClose }: { onClose: () => void }) => {
  useBackCloses(onClose)
  return (
    <Link to="/forgot" onClick={onClose}>
      Forgot Password?
    </Link>
  )
}
const NewPassword = () => 'A new password'
const Page = () => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Log in
      </button>
      {open && <Sheet onClose={() => setOpen(false)} />}
    </>
  )
}

it('a link in a sheet leads to its page, also where the code of that page comes later than the sheet is closed', async () => {
  let loadPage = () => {}
  const page = new Promise<{ Component: () => string }>((resolve) => {
    loadPage = () => resolve({ Component: NewPassword })
  })
  const router = createBrowserRouter([
    { path: '/', Component: Page },
    { path: '/forgot', lazy: () => page },
  ])
  const user = userEvent.setup()
  render(<RouterProvider router={router} />)
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  const link = await screen.findByRole('link')
  // The open sheet has its own entry in the history by now.
  await until(() => expect(history.state.usr.layers).toBe(1))
  await user.click(link)
  await manyTurns()
  loadPage()
  await screen.findByText('A new password')
  await manyTurns()
  expect(location.pathname).toBe('/forgot')
  router.dispose()
})
