// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { askBeforeLeaving } from '../device/before-leaving.ts'
import { answeringServer } from '../testing/answering-server.ts'
import { showInApp } from '../testing/in-app.tsx'
import { isLogOutWatched } from './log-out-watch.ts'
import { useLogOut } from './use-log-out.ts'

const server = answeringServer()
const Page = () => {
  const leave = useLogOut()
  return (
    <button type="button" onClick={leave}>
      Log Out
    </button>
  )
}
beforeEach(() => {
  server.answer = () => ({ body: {} })
})

it('logs nobody out before what asks about unsent work is there', async () => {
  const { user } = showInApp([{ path: '/', Component: Page }])
  await user.click(screen.getByText('Log Out'))
  const guard = vi.fn((leave: () => void) => leave())
  expect(server.asked).toEqual([])
  const end = askBeforeLeaving(guard, true)
  isLogOutWatched.set(true)
  await waitFor(() => expect(server.asked.map(({ path }) => path)).toContain('/api/auth/logout'))
  expect(guard).toHaveBeenCalledOnce()
  end()
})
