// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { lazy } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answeringServer } from '../testing/answering-server.ts'
import { showInApp } from '../testing/in-app.tsx'
import { Fetched, isPartLost } from '../ui/fetched.tsx'
import { fetchedControl } from './fetched-control.tsx'
import { LostPartNotice } from './lost-part-notice.tsx'

const server = answeringServer()
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
const Lost = lazy(lost)
const Menu = fetchedControl('menu', lost)
const Broken = () => {
  throw new Error('A fault of ours')
}
const reload = vi.fn()

beforeEach(() => {
  isPartLost.set(false)
  // React writes each error that an error boundary catches to the console.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('location', { ...location, reload })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('says that a part could not be loaded, leaves the rest, and loads the page anew once the server answers', async () => {
  const { user } = showInApp([
    {
      path: '/',
      element: (
        <>
          <p>In the beginning</p>
          <Fetched loading="It comes">
            <Lost />
          </Fetched>
          <Fetched instead="Without a menu">
            <Lost />
          </Fetched>
          <Menu
            button={(props) => (
              <button {...props} type="button">
                Profile
              </button>
            )}
          />
          <LostPartNotice />
        </>
      ),
    },
  ])
  await screen.findByText('Part of this page could not be loaded.')
  expect(screen.queryByText('It comes')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Profile' }))
  screen.getByText(/Without a menu/)
  screen.getByText('In the beginning')
  await waitFor(() => screen.getByRole('button', { name: 'Profile' }))

  server.answer = () => ({ lost: true })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('There is no answer yet. What is here stays.')
  expect(reload).not.toHaveBeenCalled()
  server.answer = () => ({ raw: '' })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

it('hides no crash of the code itself', async () => {
  const element = (
    <Fetched>
      <Broken />
    </Fetched>
  )
  showInApp([{ path: '/', element, errorElement: <p>Crashed</p> }])
  await screen.findByText('Crashed')
  expect(isPartLost.now()).toBe(false)
})
