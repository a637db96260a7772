// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { queryClient, SESSION_KEY } from '../../api/query-client.ts'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { Component as ForgotPasswordPage } from './forgot-password-page.tsx'
import { LogInForm } from './log-in-form.tsx'
import OtherWays from './other-ways.tsx'
import { Component as ResetPasswordPage } from './reset-password-page.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { Component as SignUpPage } from './sign-up-page.tsx'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const onDone = vi.fn()
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
/** The POST requests. Checks of the session are left out. */
const sent = () => server.asked.filter(({ method }) => method === 'POST')
const focused = () => document.activeElement?.getAttribute('name')

beforeEach(() => {
  queryClient.clear()
  server.asked.length = 0
  onDone.mockClear()
})

it('asks the server once who may sign up and how people log in', async () => {
  // Fills the cache as the sign-up form does when it has asked the server.
  queryClient.setQueryData(['about', 'en'], { sign_up: 'closed', log_in: ['oidc'], provider: 'id.example' })
  showInApp([{ path: '/', element: <OtherWays remember={false} onDone={onDone} /> }], '/', queryClient)
  await screen.findByRole('button', { name: /id\.example/ })
  expect(server.asked).toEqual([])
})

it('offers a passkey in the field again where the form was open for longer than an offer lasts', async () => {
  const bytes = new Uint8Array([1, 2, 3]).buffer
  const response = { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: null }
  const chosen = { id: 'AQID', rawId: bytes, type: 'public-key', response, getClientExtensionResults: () => ({}) }
  const get = vi.fn(async () => chosen)
  const supports = Object.assign(() => undefined, { isConditionalMediationAvailable: async () => true })
  vi.stubGlobal('PublicKeyCredential', supports)
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'credentials')
  })
  let answers = 0
  server.answer = ({ path }) => {
    if (path.startsWith('/api/about')) return { body: { sign_up: 'open', log_in: ['password', 'passkey'] } }
    if (path === '/api/auth/passkey/options') return { body: { options: { challenge: 'AQID' } } }
    if (path !== '/api/auth/passkey') return { status: 401 }
    answers += 1
    return answers === 1 ? { status: 401, body: { code: 'passkey_over', message: 'Too long.' } } : { body: ruth }
  }
  showInApp([{ path: '/', element: <LogInForm onDone={onDone} /> }], '/', queryClient)
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(get).toHaveBeenCalledTimes(2)
})

describe('logging in', () => {
  const show = () => showInApp([{ path: '/', element: <LogInForm onDone={onDone} /> }])

  it('leads to the first empty field, and sends nothing', async () => {
    const { user } = show()
    await user.type(field('Email'), 'ruth@example.org')
    await user.click(screen.getByRole('button', { name: 'Log In' }))
    expect(focused()).toBe('password')
    expect(screen.getByText('Please fill in this field.')).toBeDefined()
    expect(sent()).toEqual([])
  })

  it('signs the person in, and what somebody else left in memory is gone', async () => {
    server.answer = () => ({ body: ruth })
    queryClient.setQueryData(['mine', 'boaz', 'notes'], ['his'])
    const { user } = show()
    await user.type(field('Email'), ' ruth@example.org ')
    await user.type(field('Password'), 'Harvest1!')
    await user.click(screen.getByLabelText('Remember Me'))
    await user.click(screen.getByRole('button', { name: 'Log In' }))
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(sent()).toMatchObject([
      { path: '/api/auth/login', body: { email: 'ruth@example.org', password: 'Harvest1!', remember: true } },
    ])
    expect(queryClient.getQueryData(SESSION_KEY)).toEqual(ruth)
    expect(queryClient.getQueryData(['mine', 'boaz', 'notes'])).toBeUndefined()
  })

  it('says why it was refused, and keeps what was typed', async () => {
    const refusal = {
      code: 'wrong_credentials',
      message: 'Invalid email or password.',
      errors: ['Invalid email or password.'],
    }
    server.answer = () => ({ status: 401, body: refusal })
    const { user } = show()
    await user.type(field('Email'), 'ruth@example.org')
    await user.type(field('Password'), 'wrong{Enter}')
    await screen.findByText('Invalid email or password.')
    expect(field('Email').value).toBe('ruth@example.org')
    expect(onDone).not.toHaveBeenCalled()
  })

  it('begins again in the first field where the second step is given up', async () => {
    const params = { ticket: 'a-ticket', ways: 'totp recovery' }
    server.answer = () => ({ status: 401, body: { code: 'second_step_needed', params } })
    const { user } = show()
    await user.type(field('Email'), 'ruth@example.org')
    await user.type(field('Password'), 'Harvest1!{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Start again' }))
    await waitFor(() => expect(focused()).toBe('email'))
  })

  it('says that no answer came', async () => {
    server.answer = () => ({ lost: true })
    const { user } = show()
    await user.type(field('Email'), 'ruth@example.org')
    await user.type(field('Password'), 'Harvest1!{Enter}')
    // The form repeats the request a few times before it shows the error.
    await screen.findByText('An error occurred. Please try again later.')
  })
})

describe('signing up', () => {
  const show = () => showInApp([{ path: '/', element: <SignUpForm onDone={onDone} /> }])

  it('says nothing about a field before the first attempt, and takes it back as it is corrected', async () => {
    const { user } = show()
    await user.type(field('Email'), 'ruth')
    expect(screen.queryByText('Invalid email address.')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sign Up' }))
    expect(screen.getByText('Invalid email address.')).toBeDefined()
    expect(focused()).toBe('email')
    expect(field('Email').getAttribute('aria-invalid')).toBe('true')
    await user.type(field('Email'), '@example.org')
    expect(screen.queryByText('Invalid email address.')).toBeNull()
    expect(sent()).toEqual([])
  })

  it('shows everything that the server says at once', async () => {
    const errors = ['Email address is already in use.', 'Username is already in use.']
    const reasons = [{ code: 'email_taken' }, { code: 'username_taken' }]
    server.answer = () => ({ status: 409, body: { code: 'email_taken', errors, reasons } })
    const { user } = show()
    await user.type(field('Email'), 'ruth@example.org')
    await user.type(field('Username'), ' ruth ')
    await user.type(field('Password'), 'Harvest1!')
    await user.type(field('Confirm password'), 'Harvest1!{Enter}')
    for (const error of errors) await screen.findByText(error)
    expect(sent()).toMatchObject([{ body: { username: 'ruth', language: 'en' } }])
    expect(onDone).not.toHaveBeenCalled()
  })

  it('is not sent twice by a second press', async () => {
    const { promise: pressed, resolve: tellPressed } = Promise.withResolvers<void>()
    server.answer = () => ({ status: 201, body: ruth, after: pressed })
    const { user } = show()
    await user.type(field('Email'), 'ruth@example.org')
    await user.type(field('Username'), 'ruth')
    await user.type(field('Password'), 'Harvest1!')
    await user.type(field('Confirm password'), 'Harvest1!')
    await user.dblClick(screen.getByRole('button', { name: 'Sign Up' }))
    tellPressed()
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(sent()).toHaveLength(1)
  })
})

describe('signing up where it is closed', () => {
  beforeEach(() => {
    server.answer = ({ path }) => (path.startsWith('/api/about') ? { body: { sign_up: 'closed' } } : { status: 401 })
  })

  it('shows the form to who comes by the link of a new installation, which works all the same', async () => {
    showInApp([{ path: '/', Component: SignUpPage }], '/?invitation=first-admin.its-secret', queryClient)
    await waitFor(() => expect(queryClient.getQueryData(['about', 'en'])).toBeDefined())
    screen.getByText('You are invited. Make your account here.')
    screen.getByLabelText('Email')
  })

  it.each(['/', '/?invitation=an-id.its-secret'])(
    'says so and links to whom to ask, without a field, at %s',
    async (path) => {
      showInApp([{ path: '/', Component: SignUpPage }], path)
      await screen.findByText('Sign-up is closed here')
      expect(screen.queryByText(/You are invited/)).toBeNull()
      screen.getByText('No new accounts can be made right now. Ask whoever runs this Pathlight.')
      expect(screen.getByRole('link', { name: 'Write to them' }).getAttribute('href')).toBe('/about/who-we-are')
      expect(document.querySelector('input')).toBeNull()
      expect(screen.queryByRole('button', { name: 'Sign Up' })).toBeNull()
    },
  )
})

describe('a forgotten password', () => {
  const show = () => showInApp([{ path: '*', Component: ForgotPasswordPage }])

  it('is asked for with a valid address, and the page says that a link was sent', async () => {
    server.answer = () => ({ body: { message: 'Sent.' } })
    const { user } = show()
    await user.type(field('Email'), 'nobody@{Enter}')
    expect(screen.getByText('Please enter a valid email address.')).toBeDefined()
    await user.type(field('Email'), 'example.org{Enter}')
    await screen.findByText('Password reset link sent! Please check your email.')
    expect(sent()).toMatchObject([{ path: '/api/auth/forgot-password', body: { email: 'nobody@example.org' } }])
  })

  it('promises no mail where the server sends none', async () => {
    server.answer = () => ({ body: { message: 'No mail.', mail: 'none' } })
    const { user } = show()
    await user.type(field('Email'), 'ruth@example.org{Enter}')
    await screen.findByText(/This server sends no mail/)
    expect(screen.queryByText(/link sent/)).toBeNull()
  })

  it('has the address that was typed at the log-in', async () => {
    const { user } = showInApp([
      { path: '/', element: <LogInForm onDone={onDone} /> },
      { path: '/forgot-password', Component: ForgotPasswordPage },
    ])
    await user.type(field('Email'), 'ruth@example.org')
    await user.click(screen.getByRole('link', { name: 'Forgot Password?' }))
    await screen.findByRole('button', { name: 'Send reset link' })
    expect(field('Email').value).toBe('ruth@example.org')
  })

  it('says that the link could not be sent, without an answer', async () => {
    server.answer = () => ({ lost: true })
    const { user } = show()
    await user.type(field('Email'), 'ruth@example.org{Enter}')
    await screen.findByText('Error sending reset link.')
  })
})

describe('a new password', () => {
  const show = () =>
    showInApp(
      [
        { path: '/reset-password/:token', Component: ResetPasswordPage },
        { path: '/login-redirect', element: 'Log in now' },
      ],
      '/reset-password/a%2Fb',
    )

  it('must be typed twice the same, and then leads to the log-in', async () => {
    server.answer = () => ({ body: { message: 'Done.' } })
    const { user } = show()
    await user.type(field('New password'), 'Harvest1!')
    await user.type(field('Confirm password'), 'Harvest2!{Enter}')
    expect(screen.getByText('Passwords do not match.')).toBeDefined()
    expect(focused()).toBe('confirm_password')
    await user.clear(field('Confirm password'))
    await user.type(field('Confirm password'), 'Harvest1!{Enter}')
    await screen.findByText('Password has been reset successfully!')
    expect(sent()).toMatchObject([{ path: '/api/auth/reset-password/a%2Fb', body: { password: 'Harvest1!' } }])
    await screen.findByText('Log in now')
  })

  it('can be tried again after a link that was spent was refused', async () => {
    const message = 'This link has expired or was already used. Please ask for a new one.'
    server.answer = () => ({ status: 400, body: { code: 'reset_link_spent', error: message, message } })
    const { user } = show()
    await user.type(field('New password'), 'Harvest1!')
    await user.type(field('Confirm password'), 'Harvest1!{Enter}')
    await screen.findByText(message)
    expect(screen.getByRole('button', { name: 'Reset password' }).getAttribute('aria-disabled')).toBeNull()
    expect(screen.getByRole('link', { name: 'Send a new link' }).getAttribute('href')).toBe('/forgot-password')
  })
})
