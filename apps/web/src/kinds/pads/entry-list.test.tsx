// @vitest-environment jsdom
import type { Chapter } from '@pathlight/contracts/bible.ts'
import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import type { KeptKind } from '../../study/offline-kind.ts'
import { ruth, serverForRuth } from '../../testing/as-ruth.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { StatusMessages } from '../../ui/status-message.tsx'
import { EntryList } from './entry-list.tsx'
import { Around } from './pad-around.ts'

const { server } = serverForRuth()
const versions = {
  versions: ['WEB', 'KJV'].map((code) => ({
    code,
    language: 'en',
    localName: code,
    available: true,
    versification: 'eng',
  })),
  default: 'WEB',
} as never
const notes = {
  ...{ name: 'notes', history: 'note' },
  kind: {
    path: '/api/note/user',
    searched: (note: { text: string }) => ({
      ...{ title: null, text: note.text, color: null, changedAt: '2026-01-01T00:00:00.000Z' },
      passage: { book: 'John', chapter: 3, version: 'WEB', verse_id: 43_003_016, end_verse_id: 43_003_016 },
      findable: () => '',
    }),
  },
} as unknown as KeptKind
const around = { owner: ruth, padId: 'p', kinds: [notes], versions, isWhole: false }

const chapter = (verses: number): Partial<Chapter> => ({
  ...{ version: 'WEB', book: 'John', chapter: 3 },
  verses: Array.from({ length: verses }, (_, at) => ({
    ...{ version: 'WEB', book: 'John', chapter: 3, verse: at + 1, verse_id: 43_003_001 + at },
    text: `Words of verse ${at + 1}.`,
  })),
})

let now: readonly PadEntry[]
/** Set by `Pad`. Replaces the entries, as another device does. */
let change: (entries: readonly PadEntry[]) => void
/** Set by `Pad`. Unmounts the list, as leaving the page does. */
let leave: () => void
const Pad = ({ entries }: { readonly entries: readonly PadEntry[] }) => {
  const [current, setCurrent] = useState(entries)
  const [adding, setAdding] = useState('')
  const [isLeft, setLeft] = useState(false)
  now = current
  change = setCurrent
  leave = () => setLeft(true)
  return (
    <StatusMessages>
      <Around value={around}>
        {!isLeft && (
          <EntryList
            entries={current}
            adding={adding}
            onChange={(words) => {
              if (words.entries) setCurrent(words.entries)
              if (words.adding !== undefined) setAdding(words.adding)
            }}
          />
        )}
      </Around>
    </StatusMessages>
  )
}
const show = (...entries: readonly PadEntry[]) =>
  showInApp([{ path: '/', element: <Pad entries={entries} /> }], '/', queryClient).user
const texts = () => now.map((entry) => ('text' in entry ? entry.text : entry.type))
const field = () => screen.getByLabelText<HTMLTextAreaElement>('A reference, a heading or a text to add')
const grip = (what: string) => screen.getByRole('button', { name: `Move or remove: ${what}` })
const NOTE = 'aaaaaaaa-2222-4333-8444-555555555555'
const heading = (text: string): PadEntry => ({ type: 'heading', text })
const passage = (verse_id: number, end_verse_id: number | null = null): PadEntry => ({
  ...{ type: 'passage', version: 'WEB', verse_id, end_verse_id },
})

beforeEach(() => {
  server.answer = ({ path }) => (path.startsWith('/api/bible/chapter') ? { body: chapter(36) } : { status: 404 })
})

describe('the entries of a pad on its page', () => {
  it('are added by what is typed: a heading, a text, or a passage in either language', async () => {
    const user = show(heading('One'))
    await user.type(field(), '# Two{Enter}')
    await user.type(field(), 'Silence,{Shift>}{Enter}{/Shift}then the verse{Enter}')
    expect(texts()).toEqual(['One', 'Two', 'Silence,\nthen the verse'])
    await user.type(field(), '요 3:16-18')
    await screen.findByRole('button', { name: 'Add John 3:16–18' })
    await user.keyboard('{Enter}')
    expect(now.at(-1)).toEqual(passage(43_003_016, 43_003_018))
    await screen.findByText(/Words of verse 17/)
    expect(field().value).toBe('')
    // A number in a text does not make a reference.
    await user.type(field(), 'At 10 we sing{Enter}')
    expect(texts().at(-1)).toBe('At 10 we sing')
  })

  it.each([{ isComposing: true }, { keyCode: 229 }])('leave an Enter to the input method (%j)', async (how) => {
    const user = show(heading('One'))
    await user.type(field(), '은혜')
    fireEvent.keyDown(field(), { key: 'Enter', ...how })
    fireEvent.keyDown(screen.getByDisplayValue('One'), { key: 'Enter', ...how })
    expect(screen.queryByRole('button', { name: 'Done' })).toBeNull()
    expect(field().value).toBe('은혜')
    expect(texts()).toEqual(['One'])
  })

  it('leave what is typed below one that another device removes', async () => {
    const user = show(heading('One'), heading('Two'))
    await user.click(grip('One'))
    await user.click(await screen.findByRole('menuitem', { name: 'Add below' }))
    await user.type(field(), 'Half a sentence')
    act(() => change([heading('Two')]))
    expect(field().value).toBe('Half a sentence')
  })

  it('show a text as it reads until its field has the focus', async () => {
    const user = show({ type: 'text', text: '**Silence**, [then](https://a.example/)' })
    const field = screen.getByLabelText<HTMLTextAreaElement>('Text')
    await user.click(screen.getByRole('link', { name: 'then' }))
    expect(document.activeElement).not.toBe(field)
    await user.click(screen.getByText('Silence'))
    expect(document.activeElement).toBe(field)
    expect(screen.queryByRole('link', { name: 'then' })).toBeNull()
    await user.keyboard(' the verse')
    expect(texts()).toEqual(['**Silence**, [then](https://a.example/) the verse'])
    await user.tab()
    expect(screen.getByText('Silence').tagName).toBe('STRONG')
    grip('Silence, then the verse')
    await user.tab({ shift: true })
    expect(document.activeElement).toBe(field)
  })

  it('show the verses that a text names, while the pointer rests on the reference', async () => {
    const answer = server.answer
    server.answer = (asked) => (asked.path.startsWith('/api/bible/versions') ? { body: versions } : answer(asked))
    const user = show({ type: 'text', text: 'Grace, as 요 3:16 has it.' })
    const reference = await screen.findByRole('link', { name: '요 3:16' })
    expect(reference.getAttribute('href')).toBe('/bible/WEB/John/3#v16')
    await user.hover(reference)
    await screen.findByText(/Words of verse 16/)
  })

  it('say why what was typed is no passage', async () => {
    const user = show()
    await user.click(field())
    await user.click(screen.getByRole('button', { name: 'Passage' }))
    expect(screen.getByRole('alert').textContent).toBe('Type a reference, such as John 3:16-18.')
    await user.type(field(), 'John 99')
    await waitFor(async () => {
      await user.click(screen.getByRole('button', { name: 'Passage' }))
      expect(screen.getByRole('alert').textContent).toMatch(/John has 21 chapters/)
    })
    expect(now).toEqual([])
  })

  it('are moved by Alt and the arrows, which is told, and stay at the ends', async () => {
    const user = show(heading('One'), heading('Two'), heading('Three'))
    await user.click(screen.getByDisplayValue('Three'))
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{ArrowUp}{/Alt}')
    expect(texts()).toEqual(['Three', 'One', 'Two'])
    screen.getByText('Three: place 1 of 3')
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(texts()).toEqual(['One', 'Three', 'Two'])
  })

  it('are moved, added to and removed by the menu of their grip; a removal is taken back', async () => {
    const user = show(heading('One'), passage(43_003_016), heading('Two'))
    grip('John 3:16').focus()
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('menuitem', { name: 'Move down' }))
    expect(texts()).toEqual(['One', 'Two', 'passage'])
    grip('One').focus()
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('menuitem', { name: 'Add below' }))
    await user.type(field(), 'Between{Enter}And more{Enter}')
    expect(texts()).toEqual(['One', 'Between', 'And more', 'Two', 'passage'])
    grip('Two').focus()
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    expect(texts()).toEqual(['One', 'Between', 'And more', 'passage'])
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(texts()).toEqual(['One', 'Between', 'And more', 'Two', 'passage'])
  })

  it('give the focus to the row in the place of one that was removed, and after the only one to the field', async () => {
    const user = show(heading('One'), heading('Two'))
    const remove = async (what: string) => {
      await user.click(grip(what))
      await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    }
    await remove('One')
    await waitFor(() => expect(document.activeElement).toBe(grip('Two')))
    await remove('Two')
    await waitFor(() => expect(document.activeElement).toBe(field()))
  })

  it('offer no undo of a removal once the page is left, where it would do nothing', async () => {
    const user = show(heading('One'), heading('Two'))
    await user.click(grip('One'))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    await screen.findByRole('button', { name: 'Undo' })
    act(() => leave())
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('keep every word of a heading that is too long', async () => {
    const user = show()
    const words = `# ${'A long paragraph. '.repeat(20)}`.trim()
    await user.click(field())
    await user.paste(words)
    await user.click(screen.getByRole('button', { name: 'Heading' }))
    screen.getByText('A heading holds at most 200 characters.')
    await user.type(field(), '{Enter}')
    expect(texts()).toEqual([words])
  })

  it('keep what is typed below one of them at Escape and at Done, and the focus goes back to it', async () => {
    const user = show(heading('One'), passage(43_003_016))
    await user.type(screen.getByDisplayValue('One'), '{Enter}')
    await user.keyboard('Typed{Escape}')
    expect(texts()).toEqual(['One', 'Typed', 'passage'])
    expect(screen.queryByRole('button', { name: 'Done' })).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByDisplayValue('One')))
    grip('John 3:16').focus()
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('menuitem', { name: 'Add below' }))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await user.keyboard('# Below')
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(texts()).toEqual(['One', 'Typed', 'passage', 'Below'])
    await waitFor(() => expect(document.activeElement).toBe(grip('John 3:16')))
    expect(screen.queryByRole('button', { name: 'Done' })).toBeNull()
  })

  it('have what is typed below one of them before the browser goes back', async () => {
    const user = show(heading('One'), heading('Two'))
    await user.type(screen.getByDisplayValue('One'), '{Enter}')
    await user.keyboard('Typed')
    act(() => void dispatchEvent(new PopStateEvent('popstate')))
    expect(texts()).toEqual(['One', 'Typed', 'Two'])
  })

  it('show a passage in another version by the menu, which Escape closes without a change', async () => {
    const user = show(passage(43_003_016))
    grip('John 3:16').focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('menu')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(grip('John 3:16')))
    expect(now).toEqual([passage(43_003_016)])
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('menuitemradio', { name: 'KJV' }))
    expect(now).toEqual([{ ...passage(43_003_016), version: 'KJV' }])
  })

  it('show one of the person’s own as it is now, and say that it is gone', async () => {
    let text: string | null = 'He speaks to him.'
    server.answer = ({ path }) => {
      if (!path.startsWith(`/api/history/note/${NOTE}`)) return { status: 404 }
      const item = { id: NOTE, text: text ?? 'He speaks to him.', revision: 1 }
      return {
        at: 1,
        body: { revisions: [{ revision: 1, action: text === null ? 'removed' : 'added', item }], next: null },
      }
    }
    // An older build may have stored the id in capitals.
    show({ type: 'item', kind: 'note', id: NOTE.toUpperCase() })
    await screen.findByText('He speaks to him.')
    text = 'Written anew.'
    await act(() => queryClient.invalidateQueries({ queryKey: ['mine', 'ruth', 'notes'] }))
    await screen.findByText('Written anew.')
    text = null
    await act(() => queryClient.invalidateQueries({ queryKey: ['mine', 'ruth', 'notes'] }))
    await screen.findByText(/Your note: it was deleted/)
    expect(now).toHaveLength(1)
  })

  it.each([
    ['a link', '[my friend](https://a.example/peace)', 'my'],
    ['bold words', '**my friend**', 'my'],
    ['a link of one word', '[friendship](https://a.example/peace)', ''],
  ])('cut a long note at the end of a word, and %s stays formatted', async (_what, end, shownOfIt) => {
    const text = `${'Grace and '.repeat(199)}**peace** ${end} and more.`
    server.answer = ({ path }) => {
      if (!path.startsWith('/api/history/note/n')) return { status: 404 }
      return { at: 1, body: { revisions: [{ revision: 1, action: 'added', item: { id: 'n', text } }], next: null } }
    }
    show({ type: 'item', kind: 'note', id: 'n' })
    const shown = await screen.findByText(/^Grace and/)
    expect(shown.textContent).toBe(`${'Grace and '.repeat(199)}peace ${shownOfIt}…`)
    if (shownOfIt !== '') expect(within(shown).getByText('my').closest('a, strong')).not.toBeNull()
  })

  it('cut a long passage, with a way to read on; a chapter is asked for once', async () => {
    show(passage(43_003_001, 43_003_021), passage(43_003_016), passage(43_003_040))
    const on = await screen.findByRole('link', { name: 'Read on' })
    expect(on.getAttribute('href')).toBe('/bible/WEB/John/3#v7-21')
    const [long] = screen.getAllByRole('listitem')
    expect(within(long as HTMLElement).queryByText(/Words of verse 7/)).toBeNull()
    screen.getByText('This passage is not there in WEB.')
    // All three passages are in one chapter. React's strict mode mounts each of them twice.
    const asked = server.asked.filter(({ path }) => path.includes('/chapter?'))
    expect(asked.length).toBeLessThanOrEqual(2)
    expect(new Set(asked.map(({ path }) => path)).size).toBe(1)
  })

  it('one’s own are found by their words and added', async () => {
    server.answer = ({ path }) => {
      if (path.startsWith('/api/history/note/')) {
        const item = { id: 'n', text: 'He speaks to him.', revision: 1 }
        return { at: 1, body: { revisions: [{ revision: 1, action: 'added', item }], next: null } }
      }
      if (!path.startsWith('/api/writing')) return { status: 404 }
      const found = (kind: string, id: string, excerpt: string) => ({
        ...{ kind, id, excerpt, title: null, color: null, passage: null },
        ...{ at: '2026-01-01T00:00:00.000Z', created_at: '2026-01-01T00:00:00.000Z' },
      })
      return { at: 1, body: [found('notes', 'n', 'He speaks to him.'), found('pads', 'p', 'This one')] }
    }
    const user = show()
    await user.type(field(), '[[[[')
    const dialog = await screen.findByRole('dialog')
    expect(field().value).toBe('')
    await within(dialog).findByText('He speaks to him.')
    expect(within(dialog).queryByText('This one')).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: /He speaks to him/ }))
    expect(now).toEqual([{ type: 'item', kind: 'note', id: 'n' }])
  })
})
