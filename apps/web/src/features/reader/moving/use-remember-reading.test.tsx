// @vitest-environment jsdom
import { notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { queryClient, SESSION_KEY } from '../../../api/query-client.ts'
import { deviceStorage } from '../../../device/device-storage.ts'
import { HydratedProvider } from '../../../device/use-hydrated.ts'
import { type ReaderState, readerAt } from '../columns/reader-state.ts'
import { forgetSpots, keepSpot } from './reading-place.ts'
import { useRememberReading } from './use-remember-reading.ts'

const PLACES = 'columns.spots'
const section = document.createElement('section')
section.innerHTML = '<span class="verse" data-verse="1">In the beginning</span>'
const at = (chapter: number) => readerAt({ version: 'KJV', book: 'John', chapter })
const scroll = (reader: ReaderState) => keepSpot(section, 'entry', reader.columns[0])
const openReader = () => {
  queryClient.setQueryData(SESSION_KEY, { id: 'ruth', username: 'ruth', email: 'ruth@example.org' })
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>
      <HydratedProvider value>{children}</HydratedProvider>
    </QueryClientProvider>
  )
  return renderHook((reader) => useRememberReading(reader, { visited: false, readable: false }), {
    initialProps: at(3),
    wrapper,
  })
}

afterEach(() => {
  deviceStorage.remove(PLACES)
  forgetSpots()
})

it('stores the place in the open chapter when the reader is left by a link', () => {
  const { rerender, unmount } = openReader()
  scroll(at(3))
  rerender(at(4))
  scroll(at(4))
  unmount()
  expect(JSON.parse(deviceStorage.get(PLACES) ?? '{}')).toEqual({ 'John 4': null })
})

it('stores nothing when the reader is left after a log-out', async () => {
  const { unmount } = openReader()
  scroll(at(3))
  await act(async () => {
    queryClient.setQueryData(SESSION_KEY, null)
    await new Promise<void>((told) => notifyManager.schedule(told))
  })
  unmount()
  expect(deviceStorage.get(PLACES)).toBeNull()
})
