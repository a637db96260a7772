// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { CROSS_REFERENCES_PACK } from '@pathlight/contracts/pack-rules.ts'
import { waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { tellTexts } from '../bible/kept-texts/texts-worker-here.ts'
import { offlineChoice } from '../device/offline-choice.ts'
import { answeringServer } from '../testing/answering-server.ts'
import { showInApp } from '../testing/in-app.tsx'
import KeepOffline, { removeKept } from './keep-offline.tsx'

// jsdom has no workers.
vi.mock('../bible/kept-texts/texts-worker-here.ts', () => ({ hearTexts: vi.fn(), tellTexts: vi.fn() }))
const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const version = (code: string, source: string) => ({ code, source, language: 'en', available: source !== 'absent' })
const VERSIONS = {
  versions: [version('KJV', 'built-in'), version('WEB', 'built-in'), version('ESV', 'remote')],
  default: 'KJV',
}
const told = (type: string) =>
  vi
    .mocked(tellTexts)
    .mock.calls.flatMap(([message]) => (message.type === type && 'name' in message ? message.name : []))
const show = (user: typeof ruth | null) => showInApp([{ path: '/', element: <KeepOffline user={user} /> }])

beforeEach(() => {
  localStorage.clear()
  vi.mocked(tellTexts).mockClear()
  server.asked.length = 0
  server.answer = ({ path }) => {
    if (path === '/api/bible/versions') return { body: VERSIONS }
    return path === '/api/users/settings' ? { body: { settings: { defaultVersion: 'WEB' } } } : { status: 404 }
  }
  const columns = ['KJV', 'ESV'].map((code) => ({ version: code, book: 'John', chapter: 3 }))
  localStorage.setItem('columns', JSON.stringify(columns))
  offlineChoice.set(true)
})

it('keeps the versions that are read here and may be kept, with the cross-references; switched off it leaves them', async () => {
  show(null)
  await waitFor(() => expect(told('keep')).toEqual(['KJV', CROSS_REFERENCES_PACK]))
  // Nothing of a person is asked for.
  expect(new Set(server.asked.map(({ path }) => path))).toEqual(new Set(['/api/bible/versions']))
  offlineChoice.set(false)
  removeKept(null)
  await waitFor(() => expect(told('pause')).toEqual(['KJV', CROSS_REFERENCES_PACK]))
})

it('keeps also what somebody chose elsewhere, and what they wrote', async () => {
  show(ruth)
  await waitFor(() => expect(server.asked.some(({ path }) => path.startsWith('/api/note/user'))).toBe(true))
  await waitFor(() => expect(told('keep')).toContain('WEB'))
})
