// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Notice } from './notice.tsx'
import './focus-in-place.ts'
import { passFocusOn } from './pass-focus-on.ts'

const retry = <button type="button">Try again</button>
const failed = <Notice title="Failed" actions={retry} />
const list = (
  <>
    <input aria-label="Search" />
    <ul>
      <li>
        <a href="/first">First</a>
      </li>
    </ul>
  </>
)
const page = (middle: React.ReactNode) => (
  <main id="content" tabIndex={-1}>
    <a href="/before">Before</a>
    {middle}
  </main>
)
const focused = () => document.activeElement

let show: ReturnType<typeof render>
beforeEach(() => {
  show = render(page(failed))
})
afterEach(() => show.unmount())

it('gives the focus of a button that is gone to the page, and then to the first control that comes in its place', async () => {
  screen.getByText('Try again').focus()
  show.rerender(page(<p role="status">Loading</p>))
  await waitFor(() => expect(focused()?.id).toBe('content'))
  show.rerender(page(list))
  await waitFor(() => expect(focused()).toBe(screen.getByText('First')))
})

it('leaves the focus where the person has moved it meanwhile', async () => {
  screen.getByText('Try again').focus()
  show.rerender(page(<p role="status">Loading</p>))
  await waitFor(() => expect(focused()?.id).toBe('content'))
  screen.getByText('Before').focus()
  show.rerender(page(list))
  await screen.findByText('First')
  expect(focused()).toBe(screen.getByText('Before'))
})

it('gives nothing the focus where it was elsewhere, or on the page itself', async () => {
  show.rerender(page(list))
  await screen.findByText('First')
  expect(focused()).toBe(document.body)
})

it('gives the focus of a link that was followed to nothing, for the next page has its own beginning', async () => {
  show.rerender(page(<Notice title="Nothing here" actions={<a href="/read">Start reading</a>} />))
  screen.getByText('Start reading').focus()
  show.rerender(page(list))
  await screen.findByText('First')
  await Promise.resolve()
  expect(focused()).toBe(document.body)
})

it('ends its wait with the next key', async () => {
  screen.getByText('Try again').focus()
  show.rerender(page(<p role="status">Loading</p>))
  await waitFor(() => expect(focused()?.id).toBe('content'))
  dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown' }))
  show.rerender(page(list))
  await screen.findByText('First')
  await Promise.resolve()
  expect(focused()?.id).toBe('content')
})

const row = (name: string) => (
  <li key={name} ref={passFocusOn}>
    <a href={`/${name}`}>Open {name}</a>
    <button type="button">History of {name}</button>
    <button type="button">Remove {name}</button>
  </li>
)
const showRows = (...names: readonly string[]) => show.rerender(page(<ul>{names.map(row)}</ul>))

it('gives the focus of a row to the same button of the next row, to the row before, or to what is around', async () => {
  showRows('a', 'b')
  screen.getByText('Remove a').focus()
  showRows('b')
  await waitFor(() => expect(focused()).toBe(screen.getByText('Remove b')))
  showRows('c', 'b')
  showRows('c')
  await waitFor(() => expect(focused()).toBe(screen.getByText('Remove c')))
  showRows()
  await waitFor(() => expect(focused()?.id).toBe('content'))
})

it('gives no button of another page the focus of a row whose list has gone with its page', async () => {
  showRows('a')
  screen.getByText('Remove a').focus()
  const other = (name: string) => (
    <button key={name} type="button">
      {name}
    </button>
  )
  show.rerender(page(['One', 'Two', 'Three', 'Four'].map(other)))
  await waitFor(() => expect(focused()?.id).toBe('content'))
})
