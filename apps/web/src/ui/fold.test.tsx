// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Fold } from './fold.tsx'

it('has its content while it is folded, or makes it once it is laid out', async () => {
  const fold = (isFolded: boolean) => (
    <>
      <Fold title="At once" isFolded={isFolded}>
        begun
      </Fold>
      <Fold title="Later" isFolded={isFolded}>
        {() => 'asked'}
      </Fold>
    </>
  )
  const { rerender } = render(fold(true))
  screen.getByText('begun')
  expect(screen.queryByText('asked')).toBeNull()
  rerender(fold(false))
  screen.getByText('asked')
  // The part stays closed after the person has closed it.
  await userEvent.click(screen.getByRole('heading', { name: 'Later' }))
  expect(screen.queryByText('asked')).toBeNull()
})
