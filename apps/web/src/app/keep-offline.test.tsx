// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { CROSS_REFERENCES_PACK, type PackHead } from '@pathlight/contracts/pack-rules.ts'
import { act, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { textsHere } from '../bible/kept-texts/texts-here.ts'
import { tellTexts } from '../bible/kept-texts/texts-worker-here.ts'
import type { FromWorker } from '../bible/kept-texts/worker-messages.ts'
import { keptTexts } from '../device/kept-texts.ts'
import { offlineChoice } from '../device/offline-choice.ts'
import { answeringServer } from '../testing/answering-server.ts'
import { showInApp } from '../testing/in-app.tsx'
import KeepOffline, { removeKept } from './keep-offline.tsx'

// jsdom has no workers, so the test speaks for the worker.
const worker = vi.hoisted(() => ({ says: (_message: FromWorker): void => undefined }))
vi.mock('../bible/kept-texts/texts-worker-here.ts', () => ({
  hearTexts: (hear: typeof worker.says) => {
    worker.says = hear
  },
  tellTexts: vi.fn(),
}))
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
const show = (user: typeof ruth | null) => showInApp([{ path: '*', element: <KeepOffline user={user} /> }])

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

it('fetches the words beneath a text that an older version of the app kept alone, once where there are none', async () => {
  const head: PackHead = { format: 1, chapters: 0, kind: 'version' } as unknown as PackHead
  await keptTexts.keep({ name: 'KJV', tag: 'a', size: 1, head }, [], null)
  const { router } = show(null)
  await waitFor(() => expect(told('keep')).toContain('KJV.words'))
  act(() => worker.says({ type: 'not kept', name: 'KJV.words', why: 'failed' }))
  await act(() => router.navigate('/other'))
  expect(told('keep').filter((name) => name === 'KJV.words')).toHaveLength(1)
  offlineChoice.set(false)
  await act(() => textsHere.removeAll())
  act(() => worker.says({ type: 'paused', name: CROSS_REFERENCES_PACK }))
  await waitFor(() => expect(textsHere.now()).toEqual(new Map()))
})

it('keeps the versions that are read here and may be kept, with the cross-references; switched off they go', async () => {
  const { router } = show(null)
  await waitFor(() => expect(told('keep')).toEqual(['KJV', CROSS_REFERENCES_PACK]))
  // No personal data is requested for a visitor.
  expect(new Set(server.asked.map(({ path }) => path))).toEqual(new Set(['/api/bible/versions']))
  const head: PackHead = { format: 1, chapters: 0, kind: 'cross-references' } as unknown as PackHead
  await keptTexts.keep({ name: 'KJV', tag: 'a', size: 1, head }, [], null)
  act(() => {
    worker.says({ type: 'not kept', name: CROSS_REFERENCES_PACK, why: 'offline' })
    worker.says({ type: 'kept', name: 'KJV' })
  })
  const status = (name: string) => {
    const here = textsHere.now()
    return here instanceof Map ? here.get(name)?.status : here
  }
  await waitFor(() => expect(status('KJV')).toBe('kept'))
  // A stored text is not fetched again. A text that could not be stored is fetched again only on the next page. The
  // words of the original come after their text.
  const once = ['KJV', CROSS_REFERENCES_PACK, 'KJV.words']
  expect(told('keep')).toEqual(once)
  await act(() => router.navigate('/other'))
  expect(told('keep')).toEqual([...once, CROSS_REFERENCES_PACK])
  // Texts that are still arriving are removed once the worker has stopped fetching them. After offline use is switched
  // on again, they are fetched again.
  offlineChoice.set(false)
  removeKept(null)
  await waitFor(() => expect(new Set(told('pause'))).toEqual(new Set([CROSS_REFERENCES_PACK, 'KJV.words'])))
  await waitFor(async () => expect(await keptTexts.allKept()).toEqual([]))
  act(() => {
    worker.says({ type: 'kept', name: 'KJV.words' })
    worker.says({ type: 'paused', name: CROSS_REFERENCES_PACK })
  })
  await waitFor(() => expect(textsHere.now()).toEqual(new Map()))
  act(() => offlineChoice.set(true))
  await act(() => router.navigate('/again'))
  await waitFor(() => expect(told('keep').slice(4)).toEqual(['KJV', CROSS_REFERENCES_PACK]))
})

it('keeps also what somebody chose elsewhere, and what they wrote', async () => {
  show(ruth)
  await waitFor(() => expect(server.asked.some(({ path }) => path.startsWith('/api/note/user'))).toBe(true))
  await waitFor(() => expect(told('keep')).toContain('WEB'))
})
