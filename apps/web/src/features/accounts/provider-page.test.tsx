// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient, SESSION_KEY } from '../../api/query-client.ts'
import { askAgain, askNoMore } from '../../session/signed-in-cookie.ts'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { Component as ProviderPage } from './provider-page.tsx'

const server = answeringServer()
const NEW_HERE = 'New here? Sign up with the same address, and they are linked.'

beforeEach(() => {
  askNoMore()
  queryClient.clear()
  server.asked.length = 0
})

describe('who comes from a provider and is not known', () => {
  const show = (signUp: string, search: string) => {
    server.answer = ({ path }) => {
      if (path.startsWith('/api/about')) return { body: { sign_up: signUp, log_in: ['password', 'oidc'] } }
      if (path === '/api/auth/signup') return { status: 201, body: { id: 'ruth', username: 'ruth', email: 'r@e.org' } }
      return path === '/api/account/oidc' ? { status: 204 } : { status: 401 }
    }
    return showInApp([{ path: '/login/provider', Component: ProviderPage }], `/login/provider?${search}`, queryClient)
  }
  const isTold = async () => {
    await screen.findByRole('heading', { name: 'Which account is yours?' })
    await waitFor(() => expect(server.asked.some(({ path }) => path.startsWith('/api/about'))).toBe(true))
  }

  it.each(['closed', 'invited'])('is not offered to sign up where that is %s', async (mode) => {
    show(mode, 'outcome=prove')
    await isTold()
    await waitFor(() => expect(screen.queryByRole('button', { name: NEW_HERE })).toBeNull())
    expect(screen.getByLabelText('Email')).toBeDefined()
  })

  it('signs up with the invitation that they came with', async () => {
    const { user } = show('invited', 'outcome=prove&invitation=an-id.its-secret')
    await isTold()
    await user.click(screen.getByRole('button', { name: NEW_HERE }))
    await user.type(screen.getByLabelText('Email'), 'r@e.org')
    await user.type(screen.getByLabelText('Username'), 'ruth')
    await user.type(screen.getByLabelText('Password'), 'Harvest1!')
    await user.type(screen.getByLabelText('Confirm password'), 'Harvest1!{Enter}')
    await screen.findByRole('heading', { name: 'Linked' })
    const sent = server.asked.filter(({ method }) => method !== 'GET')
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/auth/signup',
      'PUT /api/account/oidc',
    ])
    expect(sent[0]?.body).toMatchObject({ username: 'ruth', invitation: 'an-id.its-secret' })
  })

  it('is led to the account page where the address is another one here', async () => {
    const { user } = show('open', 'outcome=prove')
    await isTold()
    const { answer } = server
    server.answer = (asked) => {
      if (asked.path === '/api/auth/login') askAgain()
      if (asked.path.startsWith('/api/auth/')) return { body: { id: 'ruth', username: 'ruth', email: 'r@e.org' } }
      const refusal = { code: 'provider_other_address', message: 'Another address.' }
      if (asked.path === '/api/account/oidc') return { status: 409, body: refusal }
      return asked.path.startsWith('/api/about') ? answer(asked) : { body: {} }
    }
    await user.type(screen.getByLabelText('Email'), 'r@e.org')
    await user.type(screen.getByLabelText('Password'), 'Harvest1!{Enter}')
    await screen.findByText(/Your address at the provider is another one than here/)
    const link = await screen.findByRole('link', { name: 'Go to my account' })
    expect(link.getAttribute('href')).toBe('/settings/account')
  })

  it('is led to the account page where they were logged in already', async () => {
    show('open', 'outcome=provider_logged_in')
    await screen.findByText(/You were logged in here already/)
    expect(screen.getByRole('heading', { name: 'Not linked' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Go to my account' }).getAttribute('href')).toBe('/settings/account')
  })

  it.each([
    ['back to the log-in', 'Not logged in', 'Back to Log In', '/login', false],
    ['back to the account page who came from there', 'Not linked', 'Go to my account', '/settings/account', true],
  ])('is led %s where nothing came of it', async (_where, heading, link, path, isLoggedIn) => {
    queryClient.setQueryData(SESSION_KEY, isLoggedIn ? { id: 'ruth', username: 'ruth', email: 'r@e.org' } : null)
    show('open', 'outcome=provider_not_believed')
    await screen.findByRole('heading', { name: heading })
    screen.getByText('What the provider answered cannot be believed, so nothing was done.')
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(path)
  })
})
