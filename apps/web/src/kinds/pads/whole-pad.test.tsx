// @vitest-environment jsdom
import type { Pad } from '@pathlight/contracts/pads.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showInApp } from '../../testing/in-app.tsx'
import { WholePad } from './whole-pad.tsx'

it('a pad in outline shows the Markdown of its texts, and that of its headings as it was typed', async () => {
  const pad: Pad = {
    ...{ id: 'p', user_id: 'ruth', title: 'With me', revision: 1, tags: [] },
    ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
    entries: [
      { type: 'heading', text: 'In the *valley*' },
      { type: 'text', text: '**Silence**, then the verse' },
    ],
  }
  showInApp([{ path: '/', element: <WholePad item={pad} /> }], '/')
  expect((await screen.findByText('Silence')).tagName).toBe('STRONG')
  screen.getByText('In the *valley*')
})
