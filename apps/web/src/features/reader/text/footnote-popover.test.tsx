// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showInApp } from '../../../testing/in-app.tsx'
import FootnotePopover from './footnote-popover.tsx'

it('is no higher than the window, and scrolls where a footnote is long', async () => {
  const anchor = document.body.appendChild(document.createElement('button'))
  const footnote = <FootnotePopover {...{ anchor }} label="Footnote" text="Or, " onClose={() => undefined} />
  showInApp([{ path: '/', element: footnote }])
  const { className } = await screen.findByRole('dialog', { name: 'Footnote' })
  expect(className).toContain('max-h-(--radix-popover-content-available-height)')
  expect(className).toContain('overflow-y-auto')
})
