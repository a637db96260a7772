// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { StatusMessages, useStatusMessage } from './status-message.tsx'

// In a browser this code has usually loaded before the first message.
beforeAll(() => import('./said-messages.tsx'))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

let say: ReturnType<typeof useStatusMessage>
const Page = () => {
  say = useStatusMessage()
  return null
}

it('says something for 3 seconds, and what is said next for 3 seconds of its own', async () => {
  render(
    <StatusMessages>
      <Page />
    </StatusMessages>,
  )
  const said = () => screen.getByRole('status').textContent
  await act(async () => say('Settings saved successfully!'))
  act(() => vi.advanceTimersByTime(2_000))
  act(() => say('Failed to save settings. Please try again.', 'error'))
  act(() => vi.advanceTimersByTime(2_999))
  expect(said()).toBe('Failed to save settings. Please try again.')
  act(() => vi.advanceTimersByTime(1))
  expect(said()).toBe('')
})

it('lets an offer stand for 10 seconds, beside what is said meanwhile, and takes up the newest by Ctrl+Z outside of fields', async () => {
  render(
    <StatusMessages>
      <Page />
      <input aria-label="Field" />
    </StatusMessages>,
  )
  const acted: string[] = []
  const offer = (name: string) => ({ label: `Undo ${name}`, act: () => void acted.push(name) })
  const press = (target: Element) => fireEvent.keyDown(target, { key: 'z', ctrlKey: true })
  await act(async () => say('One removed', 'ok', offer('one')))
  act(() => vi.advanceTimersByTime(2_000))
  act(() => say('Two removed', 'ok', offer('two')))
  act(() => say('Copied'))
  expect(screen.getByRole('status').textContent).toBe('Two removedUndo twoCopied')
  press(screen.getByLabelText('Field'))
  expect(acted).toEqual([])
  press(document.body)
  expect(acted).toEqual(['two'])
  expect(screen.getByRole('status').textContent).toBe('One removedUndo oneCopied')
  act(() => vi.advanceTimersByTime(7_999))
  expect(screen.getByRole('status').textContent).toBe('One removedUndo one')
  act(() => vi.advanceTimersByTime(1))
  press(document.body)
  expect(acted).toEqual(['two'])
  expect(screen.getByRole('status').textContent).toBe('')
})

it('lets no key take a hint, which gives its place to what is said later', async () => {
  render(
    <StatusMessages>
      <Page />
    </StatusMessages>,
  )
  const acted: string[] = []
  const offer = (label: string) => ({ label, act: () => void acted.push(label) })
  await act(async () => say('One removed', 'ok', offer('Undo')))
  act(() => say('Copied', 'ok', { ...offer('Settings'), isHint: true }))
  expect(screen.getByRole('status').textContent).toBe('One removedUndoCopiedSettings')
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  expect(acted).toEqual(['Undo'])
  act(() => say('Failed', 'error'))
  expect(screen.getByRole('status').textContent).toBe('Failed')
  act(() => vi.advanceTimersByTime(10_000))
  expect(screen.getByRole('status').textContent).toBe('')
})
