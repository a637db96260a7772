// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Fetched } from './fetched.tsx'
import { lazyAhead } from './lazy-ahead.tsx'

it('shows at once what was fetched ahead', async () => {
  const load = vi.fn(async () => ({ default: ({ word }: { word: string }) => <p>{word}</p> }))
  const [Sheet, fetchAhead] = lazyAhead(load)
  expect(load).not.toHaveBeenCalled()
  await act(async () => fetchAhead())
  await fetchAhead()
  const shown: (string | null)[] = []
  render(
    <div ref={(page) => void shown.push(page?.textContent ?? null)}>
      <Fetched loading="It comes">
        <Sheet word="ἀγάπη" />
      </Fetched>
    </div>,
  )
  // The component is in the first commit, without a fallback before it.
  expect(shown).toEqual(['ἀγάπη'])
  expect(load).toHaveBeenCalledOnce()
})

it('comes when it is shown, where it was not fetched ahead', async () => {
  const [Sheet] = lazyAhead(async () => ({ default: () => <p>Late</p> }))
  render(
    <Fetched loading="It comes">
      <Sheet />
    </Fetched>,
  )
  screen.getByText('It comes')
  await screen.findByText('Late')
})
