// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import '../../ui/focus-in-place.ts'
import { StatusMessages } from '../../ui/status-message.tsx'
import { accountQuery } from './account-queries.ts'
import { EmailSection } from './email-section.tsx'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const Section = () => {
  const { data } = useQuery(accountQuery(ruth))
  return data && <EmailSection user={ruth} account={data} />
}

it('passes the focus on where the address turns out to be verified already', async () => {
  const account = { username: 'ruth', email: 'ruth@example.org', looks_mail: false, locked: null, closing: null }
  let email_verified = false
  server.answer = ({ method }) => {
    if (method === 'GET') return { body: { ...account, email_verified } }
    email_verified = true
    return { status: 409, body: { code: 'address_verified', message: 'Verified.' } }
  }
  const element = (
    <StatusMessages>
      <main id="content" tabIndex={-1}>
        <Section />
      </main>
    </StatusMessages>
  )
  const { user } = showInApp([{ path: '*', element }])
  await user.click(await screen.findByRole('button', { name: 'Send the link again' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change address' })))
})
