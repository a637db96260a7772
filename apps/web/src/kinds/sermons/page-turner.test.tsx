// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { showInApp } from '../../testing/in-app.tsx'
import { PageTurner } from './page-turner.tsx'

const Pages = () => {
  const [at, setAt] = useState(0)
  return <PageTurner at={at} pages={2} onTurn={(by) => setAt(at + by)} />
}

it('does nothing beyond the first and the last page, and keeps the focus there', async () => {
  const { user } = showInApp([{ path: '/', element: <Pages /> }])
  const [before, next] = ['Previous page', 'Next page'].map((name) =>
    screen.getByRole<HTMLButtonElement>('button', { name }),
  )
  if (!before || !next) throw new Error('There is no button')
  await user.click(before)
  screen.getByText('Page 1 of 2')
  await user.click(next)
  await user.click(next)
  screen.getByText('Page 2 of 2')
  // A browser takes the focus from a disabled button, so the button is not `disabled`.
  expect([document.activeElement, next.disabled]).toEqual([next, false])
  expect([before, next].map((button) => button.getAttribute('aria-disabled'))).toEqual(['false', 'true'])
})
