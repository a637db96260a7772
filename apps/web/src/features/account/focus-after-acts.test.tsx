// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Answer, type Asked, answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { StatusMessages } from '../../ui/status-message.tsx'
import { DevicesSection } from './devices-section.tsx'
import { Component as EmailLinkPage } from './email-link-page.tsx'
import LogInWaysSections from './log-in-ways-sections.tsx'
import { StandingSection } from './standing-section.tsx'
import TokensSection from './tokens-section.tsx'

const server = answeringServer()
const AT = '2026-11-27T07:00:00.000Z'
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }

beforeEach(() => {
  server.asked.length = 0
})

const show = (section: ReactNode, answer: (asked: Asked) => Answer) => {
  server.answer = answer
  const element = (
    <StatusMessages>
      <main id="content" tabIndex={-1}>
        {section}
      </main>
    </StatusMessages>
  )
  return showInApp([{ path: '*', element }])
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const onContent = () => waitFor(() => expect(document.activeElement?.id).toBe('content'))

const device = (id: string) => ({ id, label: `${id} on Linux`, first_seen: AT, last_seen: AT, current: id === 'mine' })

it('goes to the page where all other devices are ended', async () => {
  let devices = ['mine', 'Firefox', 'Chrome'].map(device)
  const { user } = show(<DevicesSection user={ruth} />, ({ method }) => {
    if (method === 'DELETE') devices = devices.filter(({ current }) => current)
    return { body: { devices } }
  })
  const all = await screen.findAllByRole('button')
  await user.click(all.at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  await onContent()
})

it('goes to the page where the closing is stopped', async () => {
  const account = { username: 'ruth', email: 'ruth@example.org', email_verified: true, looks_mail: false, locked: null }
  const closing = { at: AT, reason: 'Somebody asked.' }
  const { user } = show(<StandingSection user={ruth} account={{ ...account, closing }} />, () => ({ status: 204 }))
  await user.click(await button('Keep my account'))
  await onContent()
})

it('goes into the form of a new token, to its secret, and back to the button', async () => {
  const { user } = show(<TokensSection user={ruth} />, ({ method }) =>
    method === 'POST' ? { status: 201, body: { id: 'new', token: 'pl_secret' } } : { body: { tokens: [] } },
  )
  await user.click(await button('Make a token…'))
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  await user.click(await button('Cancel'))
  expect(document.activeElement).toBe(await button('Make a token…'))
  await user.keyboard('{Enter}')
  await user.type(screen.getByLabelText('Name'), 'Backup{Enter}')
  await waitFor(() => expect(screen.getByLabelText('Token')).toBe(document.activeElement))
  const sent = server.asked.find(({ method }) => method === 'POST')?.body as { until: string }
  // The token is valid to the end of the day in this device's time zone.
  const until = new Date(sent.until)
  expect([until.getHours(), until.getMinutes(), until.getSeconds()]).toEqual([23, 59, 59])
})

it('goes to the page where a passkey is removed, which is done once, and where the second step is turned off', async () => {
  let passkeys = [{ id: 'phone', name: 'Phone', created_at: AT, used_at: null }]
  let second_factor: object | null = { since: AT, totp: true, codes_left: 10 }
  const { user } = show(<LogInWaysSections user={ruth} />, ({ method, path }) => {
    if (path.startsWith('/api/about')) return { body: { log_in: ['password'] } }
    if (method === 'DELETE' && path.includes('passkeys')) passkeys = []
    else if (method === 'DELETE') second_factor = null
    return { body: { passkeys, second_factor, provider: null } }
  })
  await user.click(await button('Remove Phone'))
  await user.dblClick(await button('Remove'))
  await waitFor(() => expect(screen.queryByText('Phone')).toBeNull())
  await onContent()
  expect(server.asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  await user.click(await button('Turn off…'))
  await user.type(await screen.findByLabelText('Your password'), 'Harvest1!{Enter}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Turn off…' })).toBeNull())
  await onContent()
})

it('goes to the code of an app that is none, not to the password that was typed', async () => {
  const { user } = show(<LogInWaysSections user={ruth} />, ({ path }) => {
    if (path.startsWith('/api/about')) return { body: { log_in: ['password'] } }
    if (path.endsWith('/totp')) return { body: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' } }
    return { body: { passkeys: [], second_factor: null, provider: null } }
  })
  await user.click(await button('Use an app…'))
  await user.type(await screen.findByLabelText('Code that the app shows'), '12')
  await user.type(screen.getByLabelText('Your password'), 'Harvest1!{Enter}')
  expect(document.activeElement).toBe(screen.getByLabelText('Code that the app shows'))
})

it('leaves the button of a mailed link where the server is away, and takes it where the link is spent', async () => {
  const answers: Answer[] = [
    { status: 503, body: { code: 'store_unavailable', message: 'Away.' } },
    { status: 400, body: { code: 'email_link_spent', message: 'Spent.' } },
  ]
  const asked = vi.fn(() => answers.shift() ?? { status: 500 })
  server.answer = asked
  const { user } = showInApp([{ path: '/email-link/:token', Component: EmailLinkPage }], '/email-link/a-token')
  const press = async () => user.click(await screen.findByRole('button'))
  await press()
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
  await press()
  await screen.findByText('This link has expired or was already used.')
  expect(screen.queryByRole('button')).toBeNull()
})
