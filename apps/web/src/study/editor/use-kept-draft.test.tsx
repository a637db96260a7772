// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { createKeptWork, keptWork } from '../../device/kept-work.ts'
import { until } from '../../testing/until.ts'
import type { Unsaved } from '../../ui/use-leave-guard.tsx'
import { draftsAt } from '../draft-keys.ts'
import { draftsOf, isText } from './drafts.ts'
import { useKeptDraft } from './use-kept-draft.ts'

type Typed = { readonly title: string; readonly text: string }
const drafts = draftsOf<'note', { readonly id: string } & Typed, Typed>({
  kind: 'note',
  fields: { title: isText, text: isText },
  typed: ({ title, text }) => ({ title, text }),
  editable: (typed) => typed,
  texts: ({ title, text }) => [title, text],
})
const draft = { id: 'a', title: 'Bread', text: '', base: null }
const text = 'I am the bread'
/** Renders an editor. Returns its controls and the unsaved words that it reports. */
const openEditor = (keptAt: string, first: typeof draft, save = () => true) => {
  const reported: { now: Unsaved | null } = { now: null }
  const withText = (one: typeof draft) => one
  const onUnsaved = (unsaved: Unsaved | null) => {
    reported.now = unsaved
  }
  const { result, rerender, unmount } = renderHook(
    ({ draft, isWriting }) =>
      useKeptDraft({ drafts, draft, keptAt, sent: null, state: 'none', isWriting, withText, onUnsaved, save }),
    { initialProps: { draft: first, isWriting: false } },
  )
  return { reported, giveUp: () => result.current.giveUp(), rerender, unmount }
}

it('is on the device with what only the editor has in the moment when the page goes', async () => {
  await keptWork.open()
  renderHook(() =>
    useKeptDraft({
      ...{ drafts, draft, keptAt: 'draft.ruth.a', sent: null, state: 'none', isWriting: true },
      withText: (one) => ({ ...one, text }),
      onUnsaved: () => undefined,
      save: () => true,
    }),
  )
  await keptWork.settled()
  window.dispatchEvent(new Event('pagehide'))
  expect(JSON.parse(localStorage.getItem('draft.ruth.a') ?? 'null')).toEqual({ ...draft, text })
})

it('is on the device with what only the editor has when a phone hides the page, which it may end then', async () => {
  await keptWork.open()
  renderHook(() =>
    useKeptDraft({
      ...{ drafts, draft, keptAt: 'draft.naomi.h', sent: null, state: 'none', isWriting: true },
      withText: (one) => ({ ...one, text }),
      onUnsaved: () => undefined,
      save: () => true,
    }),
  )
  await keptWork.settled()
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await until(() => expect(put).toHaveBeenCalledWith({ ...draft, text }, 'draft.naomi.h'))
  vi.restoreAllMocks()
})

it('is kept and reported again when the person writes on after it was discarded, and not before', async () => {
  await keptWork.open()
  const { reported, rerender } = openEditor('draft.naomi.b', draft)
  expect(keptWork.get('draft.naomi.b')).toEqual(draft)
  act(() => reported.now?.discard())
  // The editor stays open, as after a press on the mark of the same verse.
  rerender({ draft, isWriting: true })
  rerender({ draft, isWriting: false })
  window.dispatchEvent(new Event('pagehide'))
  expect(keptWork.get('draft.naomi.b')).toBeUndefined()
  const next = { ...draft, text }
  rerender({ draft: next, isWriting: false })
  expect(keptWork.get('draft.naomi.b')).toEqual(next)
  expect(reported.now).not.toBeNull()
})

it('is not kept any more after it was given up', async () => {
  await keptWork.open()
  const { giveUp, rerender } = openEditor('draft.naomi.c', draft)
  act(giveUp)
  rerender({ draft: { ...draft, text }, isWriting: false })
  expect(keptWork.get('draft.naomi.c')).toBeUndefined()
})

it('is kept with its last words when the editor goes, and not once it was saved instead', async () => {
  await keptWork.open()
  const gone = openEditor('draft.naomi.d', draft)
  const next = { ...draft, text }
  gone.rerender({ draft: next, isWriting: true })
  keptWork.remove('draft.naomi.d')
  gone.unmount()
  expect(keptWork.get('draft.naomi.d')).toEqual(next)

  const saved = openEditor('draft.naomi.e', draft)
  saved.rerender({ draft: next, isWriting: true })
  expect(saved.reported.now?.save?.()).toBe(true)
  saved.unmount()
  expect(keptWork.get('draft.naomi.e')).toBeUndefined()

  const refused = openEditor('draft.naomi.f', next, () => false)
  expect(refused.reported.now?.save?.()).toBe(false)
  expect(keptWork.get('draft.naomi.f')).toEqual(next)
})

it('has a key of its own beside the words of another tab, which neither typing nor saving nor discarding touches', async () => {
  await keptWork.open()
  const otherTab = createKeptWork()
  await otherTab.open()
  const key = 'draft.naomi.g'
  const typed = (words: string) => ({ ...draft, text: words })
  const storesOf = (work: typeof keptWork) => draftsAt(key).map((at) => (work.get(at) as typeof draft).text)
  const here = openEditor(key, typed('Here'))
  await keptWork.settled()
  await until(() => expect(otherTab.get(key)).toEqual(typed('Here')))

  // The other tab opens the same draft and stores it again. This tab's next words replace that draft.
  const stored = keptWork.get(key)
  const { base, ...words } = typed('Here')
  otherTab.set(key, { base, ...words })
  await until(() => expect(keptWork.get(key)).not.toBe(stored))
  here.rerender({ draft: typed('Here, and on'), isWriting: false })
  expect(storesOf(keptWork)).toEqual(['Here, and on'])
  await keptWork.settled()

  await until(() => expect(otherTab.get(key)).toEqual(typed('Here, and on')))
  otherTab.set(key, typed('There'))
  await until(() => expect(keptWork.get(key)).toEqual(typed('There')))
  here.rerender({ draft: typed('Here, and further'), isWriting: false })
  here.rerender({ draft: typed('Here, to the end'), isWriting: false })
  expect(storesOf(keptWork)).toEqual(['There', 'Here, to the end'])
  await keptWork.settled()
  // A page that opens after both tabs have crashed reads the stored drafts.
  const next = createKeptWork()
  await next.open()
  expect(storesOf(next)).toEqual(['There', 'Here, to the end'])

  act(() => here.reported.now?.discard())
  expect(storesOf(keptWork)).toEqual(['There'])
  here.rerender({ draft: typed('Here again'), isWriting: false })
  act(here.giveUp)
  expect(storesOf(keptWork)).toEqual(['There'])
  await Promise.all([otherTab.close(), next.close()])
})
