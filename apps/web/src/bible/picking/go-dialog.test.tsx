// @vitest-environment jsdom
import type { Version } from '@pathlight/contracts/bible.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { showInApp } from '../../testing/in-app.tsx'
import { useFetched } from '../../ui/use-fetched.ts'
import GoDialog from './go-dialog.tsx'

vi.mock('../../ui/use-fetched.ts', async (original) => {
  const actual = await original<typeof import('../../ui/use-fetched.ts')>()
  return { useFetched: vi.fn(actual.useFetched) }
})

Element.prototype.scrollIntoView = vi.fn()

it('fetches the parser of references once something is typed, not while it opens', async () => {
  const went = vi.fn()
  const open = { version: 'WEB', book: 'John', chapter: 3 }
  const picker = <GoDialog open={open} textLanguage="en" onGo={went} onClose={() => undefined} />
  const { user } = showInApp([{ path: '/', element: picker }])
  const field = await screen.findByRole('combobox', { name: 'Passage' })
  await screen.findByRole('group', { name: 'New Testament' })
  const wanted = () => vi.mocked(useFetched).mock.calls.some(([isWanted]) => isWanted)
  expect(wanted()).toBe(false)
  await user.type(field, 'Rom 8:28-30, 35')
  expect(wanted()).toBe(true)
  await user.click(await screen.findByRole('option', { name: /Romans 8:28-30, 35/ }))
  expect(went).toHaveBeenCalledWith({ book: 'Romans', chapter: 8, verses: [28, 29, 30, 35] })
})

it('opens the list of versions by an arrow key, for the picker closes with a choice', async () => {
  const showPicker = vi.fn()
  HTMLSelectElement.prototype.showPicker = showPicker
  const open = { version: 'WEB', book: 'John', chapter: 3 }
  const versions = [{ code: 'WEB', language: 'en', available: true, books: [] as number[] }] as Version[]
  const picker = (
    <GoDialog
      {...{ open, versions }}
      textLanguage="en"
      onGo={() => undefined}
      onVersion={() => undefined}
      onClose={() => undefined}
    />
  )
  showInApp([{ path: '/', element: picker }])
  const select = await screen.findByRole('combobox', { name: 'Version' })
  for (const key of ['ArrowDown', 'ArrowUp', 'Home', 'End', 'k']) {
    // False: the browser does nothing of its own, so it does not choose another version.
    expect(fireEvent.keyDown(select, { key })).toBe(false)
    expect(showPicker).toHaveBeenCalledOnce()
    showPicker.mockClear()
  }
  for (const init of [{ key: 'Enter' }, { key: 'ArrowLeft', altKey: true }, { key: 'r', ctrlKey: true }])
    expect(fireEvent.keyDown(select, init)).toBe(true)
  expect(showPicker).not.toHaveBeenCalled()
})

it('does not say that there is no such passage before the parser has loaded', async () => {
  vi.mocked(useFetched).mockReturnValue(null)
  const open = { version: 'WEB', book: 'John', chapter: 3 }
  const picker = <GoDialog open={open} textLanguage="en" onGo={() => undefined} onClose={() => undefined} />
  const { user } = showInApp([{ path: '/', element: picker }])
  const field = await screen.findByRole('combobox', { name: 'Passage' })
  await user.type(field, 'Xyz 8:28')
  expect(screen.queryByRole('option')).toBeNull()
  expect(screen.queryByText('No such passage was found.')).toBeNull()
  vi.mocked(useFetched).mockReturnValue(() => ({ to: [], problem: null }))
  await user.type(field, '9')
  await screen.findByText('No such passage was found.')
})
