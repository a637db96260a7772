// @vitest-environment jsdom
import { act, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PageAnnouncement } from './page-told.tsx'

it('tells the title of each page after the first', async () => {
  document.title = 'John 3'
  const { container } = render(<PageAnnouncement />)
  const announcement = container.querySelector('[aria-live]')
  await act(async () => {
    document.title = 'John 3'
    document.head.append(document.createElement('link'))
  })
  expect(announcement?.textContent).toBe('')
  for (const title of ['John 4', 'My Notes']) {
    await act(async () => {
      document.title = title
    })
    expect(announcement?.textContent).toBe(title)
  }
})
