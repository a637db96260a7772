// @vitest-environment jsdom
import type { Verse } from '@pathlight/contracts/bible.ts'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { answeringServer } from '../../../testing/answering-server.ts'
import { showInApp } from '../../../testing/in-app.tsx'
import { until } from '../../../testing/until.ts'
import { verseChosen } from '../choosing/chosen.ts'
import { readerAt } from '../columns/reader-state.ts'
import type { Visit } from '../columns/visit.ts'
import StudyPanel from './study-panel.tsx'

const server = answeringServer()
const column = { id: 'c1', version: 'KJV', book: 'John', chapter: 3 }
const verse: Verse = { ...column, verse: 16, verse_id: 43_003_016, text: 'For God' }
const onClose = vi.fn()
const guard = vi.fn<(leave: () => void, of?: readonly string[]) => void>()

beforeEach(() => {
  vi.stubGlobal('visualViewport', new EventTarget())
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  onClose.mockClear()
  guard.mockReset().mockImplementation((leave) => leave())
  server.answer = ({ path }) => {
    const { pathname } = new URL(path, 'http://any')
    if (pathname === '/api/bible/versions') return { body: { versions: [], default: 'KJV' } }
    if (pathname !== '/api/bible/cross-references') return { status: 404 }
    const reference = { book: 'John', chapter: 3, verse: 36, endChapter: 3, endVerse: 36, text: 'He', truncated: false }
    return { body: { available: true, total: 1, references: [reference], credit: null } }
  }
})

const open = () =>
  showInApp(
    [
      {
        path: '/bible/KJV/John/3',
        element: (
          <StudyPanel
            {...{ kinds: [], owner: null, openedFor: 'references', textLanguage: 'en', onClose }}
            chosen={verseChosen(column, verse)}
            reader={readerAt(column, 16)}
            act={() => undefined}
            onUnsaved={() => undefined}
            guard={guard}
            openWorkspace={() => undefined}
          />
        ),
      },
    ],
    '/bible/KJV/John/3#v16',
  )

it('gives way to the text at a cross-reference within the chapter, for the sheet covers it', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('link', { name: 'John 3:36' }))
  await until(() => expect(onClose).toHaveBeenCalled())
})

it('asks before it closes over unsaved words at such a cross-reference', async () => {
  guard.mockImplementation(() => undefined)
  const { user } = open()
  await user.click(await screen.findByRole('link', { name: 'John 3:36' }))
  await until(() => expect(guard).toHaveBeenCalledWith(onClose, []))
  expect(onClose).not.toHaveBeenCalled()
})

it('stays open where other verses are chosen, which changes the address as well', async () => {
  const { router } = open()
  await screen.findByRole('link', { name: 'John 3:36' })
  const state: Visit = { reader: readerAt(column, 17), coming: 'stay', entry: 'any' }
  await act(() => router.navigate('/bible/KJV/John/3#v17', { state, replace: true }))
  expect(onClose).not.toHaveBeenCalled()
  await act(() => router.navigate('/bible/KJV/John/3#v36', { state: { ...state, coming: 'verse' } }))
  expect(onClose).toHaveBeenCalled()
})
