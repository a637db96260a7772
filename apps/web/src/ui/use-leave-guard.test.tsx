// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { beforeLeaving } from '../device/before-leaving.ts'
import { showInApp } from '../testing/in-app.tsx'
import { useLeaveGuard } from './use-leave-guard.tsx'

const discard = vi.fn()
const leave = vi.fn()
const save = vi.fn(() => true)
let renders = 0
let written = 0
const Page = () => {
  renders += 1
  const { guard, onUnsaved, dialog } = useLeaveGuard()
  return (
    <>
      <button
        type="button"
        onClick={() => {
          written += 1
          const turn = written
          onUnsaved({ discard: () => discard(turn) })
        }}
      >
        Write
      </button>
      <button type="button" onClick={() => onUnsaved({ discard, save })}>
        Write a note
      </button>
      <button type="button" onClick={() => onUnsaved(null)}>
        Done
      </button>
      <button type="button" onClick={() => guard(leave)}>
        Close
      </button>
      <button type="button" onClick={() => guard(leave, ['other'])}>
        Close another
      </button>
      <Link to="/away">Away</Link>
      {dialog}
    </>
  )
}

describe('the leave guard', () => {
  const show = () => {
    discard.mockClear()
    leave.mockClear()
    save.mockClear()
    const page = showInApp([
      { path: '/', Component: Page },
      { path: '/away', element: 'Elsewhere' },
    ])
    return { ...page, press: async (name: string) => page.user.click(await screen.findByText(name)) }
  }

  it('lets everybody go who has saved', async () => {
    const { press } = show()
    await press('Write')
    await press('Done')
    await press('Close')
    expect(leave).toHaveBeenCalledOnce()
    await press('Away')
    expect(await screen.findByText('Elsewhere')).toBeDefined()
  })

  it('asks before unsaved words are closed, and throws them away only when told to', async () => {
    const { press } = show()
    await press('Write')
    await press('Close')
    await press('Keep writing')
    expect(leave).not.toHaveBeenCalled()
    await press('Close')
    await press('Leave without saving')
    expect(discard).toHaveBeenCalledOnce()
    expect(leave).toHaveBeenCalledOnce()
  })

  it('saves instead where it can be saved, and stays where that fails', async () => {
    const { press, router } = show()
    save.mockReturnValueOnce(false)
    await press('Write a note')
    await press('Close')
    await press('Save')
    expect(leave).not.toHaveBeenCalled()
    await press('Close')
    await press('Save')
    expect(leave).toHaveBeenCalledOnce()
    await press('Write a note')
    await press('Away')
    await press('Save')
    expect(await screen.findByText('Elsewhere')).toBeDefined()
    expect(router.state.location.pathname).toBe('/away')
    expect(save).toHaveBeenCalledTimes(3)
    expect(discard).not.toHaveBeenCalled()
  })

  it('renders the page no more while somebody writes on, and throws away what was written last', async () => {
    const { press } = show()
    await press('Write')
    await press('Write')
    const before = renders
    await press('Write')
    await press('Write')
    expect(renders).toBe(before)
    await press('Close')
    await press('Leave without saving')
    expect(discard.mock.calls).toEqual([[written]])
  })

  it('asks nothing when another editor than the unsaved one is closed', async () => {
    const { press } = show()
    await press('Write')
    await press('Close another')
    expect(leave).toHaveBeenCalledOnce()
    expect(discard).not.toHaveBeenCalled()
  })

  it('asks before another page, and stays or goes as told', async () => {
    const { press, router } = show()
    await press('Write')
    await press('Away')
    await press('Keep writing')
    expect(router.state.location.pathname).toBe('/')
    await press('Away')
    await press('Leave without saving')
    expect(await screen.findByText('Elsewhere')).toBeDefined()
    expect(discard).toHaveBeenCalledOnce()
  })

  it('asks before logging out, while the page is there', async () => {
    const { press, unmount } = show()
    await press('Write')
    act(() => beforeLeaving(leave))
    expect(await screen.findByRole('alertdialog')).toBeDefined()
    expect(leave).not.toHaveBeenCalled()
    unmount()
    beforeLeaving(leave)
    await waitFor(() => expect(leave).toHaveBeenCalledOnce())
  })
})
