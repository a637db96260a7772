// @vitest-environment jsdom
import type { Settings } from '@pathlight/contracts/settings.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { pendingWrites } from '../../api/pending-writes.ts'
import { forgetPosition } from '../../api/position.ts'
import { queryClient, SESSION_KEY } from '../../api/query-client.ts'
import { chooseLanguage, i18n } from '../../locales/language.ts'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { StatusMessages } from '../../ui/status-message.tsx'
import { Component } from './settings-page.tsx'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const version = (code: string) => ({ code, name: code, localName: code, language: 'en', available: true, books: [] })

let settings: Settings
let answered: () => void

beforeEach(() => {
  pendingWrites.forget()
  forgetPosition()
  localStorage.clear()
  queryClient.clear()
  queryClient.setQueryData(SESSION_KEY, ruth)
  settings = { defaultVersion: 'ESV', defaultLanguage: 'en', highlightColor: '#ffff00' }
  const after = new Promise<void>((resolve) => {
    answered = resolve
  })
  server.asked.length = 0
  server.answer = ({ method, path, body }) => {
    if (path.startsWith('/api/bible/versions'))
      return { body: { versions: [version('ESV'), version('KJV'), version('NIV')], default: 'ESV' } }
    if (path.startsWith('/api/auth')) return { body: ruth }
    if (method === 'GET') return { at: 5, body: { settings } }
    settings = { ...settings, ...(body as Settings) }
    return { at: 6, body: { settings }, after }
  }
})

it('keeps what is chosen while it is being saved', async () => {
  const element = (
    <StatusMessages>
      <Component />
    </StatusMessages>
  )
  const { user } = showInApp([{ path: '/', element }], '/', queryClient)
  const chosen = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Default Version' })
  const color = () => screen.getByRole<HTMLInputElement>('textbox')
  await screen.findByRole('combobox', { name: 'Default Version' })
  await user.selectOptions(chosen(), 'KJV')
  const save = screen.getByRole('button', { name: 'Save Settings' })
  await user.click(save)
  await waitFor(() => expect(server.asked.some(({ method }) => method === 'PUT')).toBe(true))
  await user.clear(color())
  await user.type(color(), '#00ff00')
  answered()
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBeNull())
  expect(chosen().value).toBe('KJV')
  expect(color().value).toBe('#00ff00')
})

it('follows the saved language, also where another one is used meanwhile and something else is saved', async () => {
  settings = { ...settings, defaultLanguage: 'ko' }
  answered()
  const element = (
    <StatusMessages>
      <Component />
    </StatusMessages>
  )
  const { user } = showInApp([{ path: '/', element }], '/', queryClient)
  await screen.findByRole('combobox', { name: 'Default Version' })
  // Does what the menu does when the person switches this device to English.
  await chooseLanguage('en')
  const color = screen.getByRole<HTMLInputElement>('textbox')
  await user.clear(color)
  await user.type(color, '#00ff00')
  await user.click(screen.getByRole('button', { name: 'Save Settings' }))
  await waitFor(() => expect([localStorage.getItem('language'), i18n.language]).toEqual(['ko', 'ko']))
  expect(settings).toMatchObject({ highlightColor: '#00ff00', defaultLanguage: 'ko' })
  await chooseLanguage('en')
})
