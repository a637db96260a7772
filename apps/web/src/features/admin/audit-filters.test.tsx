// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { showInApp } from '../../testing/in-app.tsx'
import { AuditFilters } from './audit-filters.tsx'

it.each(['Kind', 'Action'])('takes what is typed along where a choice is made at once: %s', async (choice) => {
  const onChange = vi.fn<(filters: URLSearchParams) => void>()
  const filters = new URLSearchParams('item=42')
  const { user } = showInApp([{ path: '/', element: <AuditFilters filters={filters} onChange={onChange} /> }])
  await user.type(screen.getByLabelText('Person'), ' ruth ')
  await user.type(screen.getByLabelText('Passage'), 'John 3')
  const box = screen.getByLabelText<HTMLSelectElement>(choice)
  await user.selectOptions(box, box.options[1]?.value ?? '')
  const taken = Object.fromEntries(onChange.mock.calls.at(-1)?.[0] ?? [])
  expect(taken).toEqual({ item: '42', person: 'ruth', passage: 'John 3', [box.name]: box.options[1]?.value })
})

it('takes what is typed along where one filter is taken away', async () => {
  const onChange = vi.fn<(filters: URLSearchParams) => void>()
  const filters = new URLSearchParams('item=42&kind=note')
  const { user } = showInApp([{ path: '/', element: <AuditFilters filters={filters} onChange={onChange} /> }])
  await user.type(screen.getByLabelText('Person'), 'ruth')
  await user.click(screen.getByRole('button', { name: /item/i }))
  expect(Object.fromEntries(onChange.mock.calls.at(-1)?.[0] ?? [])).toEqual({ person: 'ruth', kind: 'note' })
})

/** The filters of an address that changes late: a choice reaches `filters` only when "Arrive" is pressed. */
const Late = () => {
  const [filters, setFilters] = useState(new URLSearchParams())
  const [next, setNext] = useState(filters)
  return (
    <>
      <AuditFilters filters={filters} onChange={setNext} />
      <button type="button" onClick={() => setFilters(next)}>
        Arrive
      </button>
    </>
  )
}

it('keeps what is typed and the focus while the address takes a choice', async () => {
  const { user } = showInApp([{ path: '/', element: <Late /> }])
  const kind = screen.getByLabelText<HTMLSelectElement>('Kind')
  await user.selectOptions(kind, 'note')
  await user.type(screen.getByLabelText('Person'), 'ruth')
  kind.focus()
  fireEvent.click(screen.getByRole('button', { name: 'Arrive' }))
  expect(document.activeElement).toBe(kind)
  expect(kind.value).toBe('note')
  expect(screen.getByLabelText<HTMLInputElement>('Person').value).toBe('ruth')
  await user.click(screen.getByRole('button', { name: 'Clear all filters' }))
  fireEvent.click(screen.getByRole('button', { name: 'Arrive' }))
  expect(kind.value).toBe('')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show' }))
})

it('keeps the focus in a field that Enter sends', async () => {
  const { user } = showInApp([{ path: '/', element: <Late /> }])
  await user.type(screen.getByLabelText('Person'), ' ruth{Enter}')
  fireEvent.click(screen.getByRole('button', { name: 'Arrive' }))
  const person = screen.getByLabelText<HTMLInputElement>('Person')
  expect(person.value).toBe('ruth')
  expect(document.activeElement).toBe(person)
})
