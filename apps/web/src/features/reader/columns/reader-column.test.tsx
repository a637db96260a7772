// @vitest-environment jsdom
import type { Verse } from '@pathlight/contracts/bible.ts'
import { screen, waitFor } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { chapterQuery } from '../../../bible/chapter-query.ts'
import type { Chosen } from '../../../study/study-kind.ts'
import { answeringServer } from '../../../testing/answering-server.ts'
import { showInApp } from '../../../testing/in-app.tsx'
import { verseChosen } from '../choosing/chosen.ts'
import { ReaderColumn } from './reader-column.tsx'
import type { Choice } from './reader-state.ts'

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
const props: Omit<ComponentProps<typeof ReaderColumn>, 'studied' | 'choice'> = {
  ...{ column, rows: null, first: true, leads: true, kinds: [], tools: [], viewer: null, mover: null, end: null },
  ...{ onClose: null, swipes: false, onActivate: nothing, onGo: nothing, onChoose: nothing, onLetGo: nothing },
  ...{ onFind: nothing, onOpen: nothing, onAct: nothing, onLook: nothing },
}
const verseHeld: Choice = { column: 'a', by: 'verses', verses: [16], anchor: 16, held: true }
const wordsOf = (start: number, end: number): Choice => ({
  ...{ column: 'a', by: 'words' },
  words: [{ verse: 16, start, end }],
})
const words = (start: number, end: number): Chosen => ({
  ...{ by: 'words', column },
  parts: [{ verse: own, start, end, text: own.text.slice(start, end) }],
})

type Studied = { readonly choice: Choice; readonly same: Chosen; readonly other: Chosen }

/** A column beside a panel that is open on the choice `other`, and on `same` after a press of the button. */
const Column = ({ choice, same, other }: Studied) => {
  const [studied, setStudied] = useState(other)
  return (
    <>
      <button type="button" onClick={() => setStudied(same)}>
        Open
      </button>
      <ReaderColumn {...props} choice={choice} studied={studied} />
    </>
  )
}

it.each<[string, Choice, Chosen, Chosen]>([
  ['the verse', verseHeld, verseChosen(column, own), verseChosen({ ...column, id: 'b' }, verseOf('WEB'))],
  ['words', wordsOf(4, 7), words(4, 7), words(4, 10)],
  ['words of the verse', wordsOf(4, 7), words(4, 7), verseChosen(column, own)],
])(
  'shows no popup for the choice that the panel is open on, but one for any other: %s',
  async (_what, choice, same, other) => {
    const { user, queries } = showInApp([{ path: '/', element: <Column {...{ choice, same, other }} /> }])
    queries.setQueryData(chapterQuery(column).queryKey, {
      ...{ version: 'KJV', book: 'John', chapter: 3, language: 'en', direction: 'ltr', copyright: null },
      ...{ verses: [own], previous: null, next: null },
    })
    await screen.findByRole('toolbar')
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  },
)
