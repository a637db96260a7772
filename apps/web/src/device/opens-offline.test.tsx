// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useOpensOffline } from './opens-offline.ts'

/** A browser whose service worker takes control of the page when the test says so. */
const browser = (shell: boolean) => {
  const container = Object.assign(new EventTarget(), { controller: null as object | null })
  vi.stubGlobal('navigator', { serviceWorker: container })
  vi.stubGlobal('caches', { match: async () => (shell ? new Response('') : undefined) })
  return {
    takeControl: () => {
      container.controller = {}
      container.dispatchEvent(new Event('controllerchange'))
    },
  }
}
afterEach(() => vi.unstubAllGlobals())

it('a page opens without a network once its service worker controls it and has the app', async () => {
  const { takeControl } = browser(true)
  const { result } = renderHook(useOpensOffline)
  expect(result.current).toBe('not yet')
  await act(async () => takeControl())
  await waitFor(() => expect(result.current).toBe('yes'))
})

it('a page does not open without a network where the browser has lost the app', async () => {
  const { takeControl } = browser(false)
  const { result } = renderHook(useOpensOffline)
  await act(async () => takeControl())
  expect(result.current).toBe('not yet')
})

it('a page without TLS never does', () => {
  vi.stubGlobal('navigator', {})
  expect(renderHook(useOpensOffline).result.current).toBe('never')
})
