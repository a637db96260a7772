// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { until } from '../../testing/until.ts'
import { StatusMessages } from '../../ui/status-message.tsx'
import { Component as InvitationsPage } from './invitations-page.tsx'

const server = answeringServer()

it('makes one invitation by a double press, and another one for other people', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  server.answer = ({ method }) =>
    method === 'POST'
      ? { status: 201, body: { id: 'a', link: 'https://example.org/signup?invitation=a', mail: false } }
      : { body: { invitations: [] } }
  const element = (
    <StatusMessages>
      <InvitationsPage adminId="ruth" />
    </StatusMessages>
  )
  const { user } = showInApp([{ path: '*', element }], '/')
  const posts = () => server.asked.filter(({ method }) => method === 'POST').map(({ body }) => body)
  await user.selectOptions(await screen.findByLabelText('Whom'), 'Several people, by a link')
  const button = screen.getByRole('button', { name: 'Make invitation' })
  // Both presses come before React renders.
  fireEvent.click(button)
  fireEvent.click(button)
  await screen.findByLabelText('Link of the invitation')
  await user.dblClick(button)
  expect(posts()).toMatchObject([{ people: 10 }])
  const people = screen.getByLabelText('How many people')
  await user.clear(people)
  await user.type(people, '3')
  await user.click(button)
  await until(() => expect(posts()).toMatchObject([{ people: 10 }, { people: 3 }]))
})
