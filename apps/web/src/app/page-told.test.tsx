// @vitest-environment jsdom
import { act, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PageTold } from './page-told.tsx'

it('tells the title of each page after the first', async () => {
  document.title = 'John 3'
  const { container } = render(<PageTold />)
  const told = container.querySelector('[aria-live]')
  await act(async () => {
    document.title = 'John 3'
    document.head.append(document.createElement('link'))
  })
  expect(told?.textContent).toBe('')
  for (const title of ['John 4', 'My Notes']) {
    await act(async () => {
      document.title = title
    })
    expect(told?.textContent).toBe(title)
  }
})
