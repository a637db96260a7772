// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { keptWork } from '../../device/kept-work.ts'
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

it('is on the device with what only the editor has in the moment when the page goes', async () => {
  await keptWork.open()
  renderHook(() =>
    useKeptDraft({
      ...{ drafts, draft, keptAt: 'draft.ruth.a', sent: null, state: 'none', isWriting: true },
      withText: (one) => ({ ...one, text }),
      onUnsaved: () => undefined,
    }),
  )
  await keptWork.settled()
  window.dispatchEvent(new Event('pagehide'))
  expect(JSON.parse(localStorage.getItem('draft.ruth.a') ?? 'null')).toEqual({ ...draft, text })
})
