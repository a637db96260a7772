// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { showInApp } from '../testing/in-app.tsx'
import { onOnePress } from './on-one-press.ts'

const Rows = () => {
  const [rows, setRows] = useState(['One', 'Two', 'Three'])
  return rows.map((row) => (
    <button key={row} type="button" {...onOnePress(() => setRows(rows.filter((one) => one !== row)))}>
      {row}
    </button>
  ))
}
const first = () => screen.getAllByRole('button')[0] as HTMLElement
const left = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

it('a double click, or Enter held down, removes one row, not the next one too', () => {
  showInApp([{ path: '/', element: <Rows /> }])
  fireEvent.click(first(), { detail: 1 })
  fireEvent.click(first(), { detail: 2 })
  expect(left()).toEqual(['Two', 'Three'])
  // Unless the key's event was prevented, a browser turns Enter on a button into a click with `detail` 0.
  expect(fireEvent.keyDown(first(), { key: 'Enter' })).toBe(true)
  fireEvent.click(first(), { detail: 0 })
  expect(fireEvent.keyDown(first(), { key: 'Enter', repeat: true })).toBe(false)
  // Any other key keeps its effect while it is held down.
  expect(fireEvent.keyDown(first(), { key: 'Tab', repeat: true })).toBe(true)
  expect(left()).toEqual(['Three'])
})
