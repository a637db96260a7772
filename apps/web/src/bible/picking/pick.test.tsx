// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, it } from 'vitest'
import { showInApp } from '../../testing/in-app.tsx'
import { Pick } from './pick.tsx'

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

/** The labels of the options in the first render of each `Picker`. */
const renders: unknown[] = []
const Picker = () => {
  useLayoutEffect(() => void renders.push(options()), [])
  return (
    <Pick shown="John" aria-label="Book" value="43" onChange={() => undefined}>
      <option value="42">Luke</option>
      <option value="43">John</option>
    </Pick>
  )
}

it('has the chosen option alone in its first render, and then the whole list', () => {
  showInApp([{ path: '/', element: <Picker /> }])
  expect(renders[0]).toEqual(['John'])
  expect(options()).toEqual(['Luke', 'John'])
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Book' }).value).toBe('43')
})
