// @vitest-environment jsdom
import { screen } from '@testing-library/react'
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
