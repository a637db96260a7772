// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { deviceStorage } from '../../../device/device-storage.ts'
import { type ReaderState, readerAt } from '../columns/reader-state.ts'
import { keepSpot } from './reading-place.ts'
import { useRememberReading } from './use-remember-reading.ts'

const section = document.createElement('section')
section.innerHTML = '<span class="verse" data-verse="1">In the beginning</span>'

it('stores the place in the open chapter when the reader is left by a link', () => {
  const at = (chapter: number) => readerAt({ version: 'KJV', book: 'John', chapter })
  const chapterOf = (reader: ReaderState) => keepSpot(section, 'entry', reader.columns[0])
  const { rerender, unmount } = renderHook(
    (reader) => useRememberReading(reader, { visited: false, readable: false }),
    { initialProps: at(3) },
  )
  chapterOf(at(3))
  rerender(at(4))
  chapterOf(at(4))
  unmount()
  expect(JSON.parse(deviceStorage.get('columns.spots') ?? '{}')).toEqual({ 'John 4': null })
})
