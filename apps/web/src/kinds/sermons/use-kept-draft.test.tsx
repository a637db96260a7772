// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { keptWork } from '../../device/kept-work.ts'
import type { Draft } from './sermon-draft.ts'
import { useKeptDraft } from './use-kept-draft.ts'

const draft: Draft = {
  ...{ sermonId: 'a', title: 'Bread', speaker: 'Boaz', version: 'KJV', book: 'John', startVerseId: 43_006_035 },
  ...{ endChapter: '6', endVerse: '35', base: null },
  content: { type: 'doc', content: [{ type: 'paragraph' }] },
}
const content: Draft['content'] = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'I am the bread' }] }],
}

it('is on the device with what only the editor has in the moment when the page goes', async () => {
  await keptWork.open()
  renderHook(() =>
    useKeptDraft({
      ...{ draft, keptAt: 'sermon.ruth.a', sent: null, state: 'none', isWriting: true },
      withText: (one) => ({ ...one, content }),
      onUnsaved: () => undefined,
    }),
  )
  await keptWork.settled()
  window.dispatchEvent(new Event('pagehide'))
  expect(JSON.parse(localStorage.getItem('sermon.ruth.a') ?? 'null')).toEqual({ ...draft, content })
})
