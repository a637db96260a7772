// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { keptWork } from '../../device/kept-work.ts'
import type { Unsaved } from '../../ui/use-leave-guard.tsx'
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
/** An editor as it is rendered again with each draft; returns what it reports to be lost. */
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
  return { reported, giveUp: () => result.current(), rerender, unmount }
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

it('is kept and reported again when the person writes on after it was discarded, and not before', async () => {
  await keptWork.open()
  const { reported, rerender } = openEditor('draft.naomi.b', draft)
  expect(keptWork.get('draft.naomi.b')).toEqual(draft)
  act(() => reported.now?.discard())
  // The editor stays, as where a mark of the same verse was pressed.
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
