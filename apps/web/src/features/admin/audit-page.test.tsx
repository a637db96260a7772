// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { Component as AuditPage } from './audit-page.tsx'

const server = answeringServer()
const show = () => showInApp([{ path: '*', element: <AuditPage adminId="ruth" /> }], '/?passage=Nobody')

it('says that there is no such book, and offers no second try, which could not help', async () => {
  server.answer = () => ({
    status: 400,
    body: { code: 'unknown_book', params: { name: 'Nobody' }, message: 'There is no book called Nobody.' },
  })
  show()
  await screen.findByRole('alert')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('offers a second try where the server could not answer', async () => {
  server.answer = () => ({ status: 503 })
  show()
  await screen.findByRole('alert')
  expect(screen.getByRole('button', { name: 'Try again' })).not.toBeNull()
})
