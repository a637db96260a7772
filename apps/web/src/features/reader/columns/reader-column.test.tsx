// @vitest-environment jsdom
import type { Verse } from '@pathlight/contracts/bible.ts'
import { screen, waitFor } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { chapterQuery } from '../../../bible/chapter-query.ts'
import { answeringServer } from '../../../testing/answering-server.ts'
import { showInApp } from '../../../testing/in-app.tsx'
import { ReaderColumn } from './reader-column.tsx'

// jsdom has no layout.
Element.prototype.scrollIntoView ??= () => undefined
Element.prototype.scrollTo ??= () => undefined
window.scrollBy = () => undefined
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)
answeringServer()

const column = { id: 'a', version: 'KJV', book: 'John', chapter: 3 }
const verseOf = (version: string): Verse => ({
  ...{ version, book: 'John', chapter: 3, verse: 16, verse_id: 43_003_016, text: 'For God so loved the world.' },
})
const own = verseOf('KJV')
const nothing = () => undefined
const props: Omit<ComponentProps<typeof ReaderColumn>, 'studied'> = {
  ...{ column, rows: null, first: true, leads: true, kinds: [], tools: [], viewer: null, mover: null, end: null },
  choice: { column: 'a', by: 'verses', verses: [16], anchor: 16, held: true },
  ...{ onClose: null, swipes: false, onActivate: nothing, onGo: nothing, onChoose: nothing, onLetGo: nothing },
  ...{ onFind: nothing, onOpen: nothing, onAct: nothing, onLook: nothing },
}

/** A column beside a panel on the verse of another text. A press of the button opens the panel on this text's verse. */
const Column = () => {
  const [studied, setStudied] = useState<Verse | undefined>(verseOf('WEB'))
  return (
    <>
      <button type="button" onClick={() => setStudied(own)}>
        Open
      </button>
      <ReaderColumn {...props} studied={studied} />
    </>
  )
}

it('shows no popup for the verse that the panel is open on, but one for the same verse of another text', async () => {
  const { user, queries } = showInApp([{ path: '/', element: <Column /> }])
  queries.setQueryData(chapterQuery(column).queryKey, {
    ...{ version: 'KJV', book: 'John', chapter: 3, language: 'en', direction: 'ltr', copyright: null },
    ...{ verses: [own], previous: null, next: null },
  })
  await screen.findByRole('toolbar')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
})
