// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import type { Verse } from '@pathlight/contracts/bible.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { pendingWrites } from '../api/pending-writes.ts'
import { forgetPosition } from '../api/position.ts'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { keptWork } from '../device/kept-work.ts'
import StudyUnknown from '../features/reader/on-verse/study-unknown.tsx'
import BookmarkSection from '../kinds/bookmarks/bookmark-section.tsx'
import HighlightSection from '../kinds/highlights/highlight-section.tsx'
import { highlightWrites, newHighlight } from '../kinds/highlights/highlight-writes.ts'
import { highlightsNow } from '../kinds/highlights/highlights-now.ts'
import { HighlightsOnChapter } from '../kinds/highlights/highlights-on-chapter.ts'
import NoteSection from '../kinds/notes/notes.tsx'
import SermonSection from '../kinds/sermons/sermon-section.tsx'
import type { OnChapter } from '../study/study-kind.ts'
import { type Answer, answeringServer } from '../testing/answering-server.ts'
import { showInApp } from '../testing/in-app.tsx'
import { StatusMessages } from '../ui/status-message.tsx'

// These tests open a chapter of which neither the server nor the device has the overlay (the person's items on it).

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const column = { version: 'KJV', book: 'Isaiah', chapter: 40 }
const verse: Verse = { ...column, verse: 1, verse_id: 23_040_001, text: 'Comfort ye, comfort ye my people' }
const part = { verse, start: 0, end: 12, text: verse.text.slice(0, 12) }
const AWAY: Answer = { lost: true }
const BROKEN: Answer = { status: 500, body: { code: 'internal', message: 'An error occurred. Please try again.' } }

let overlay: Answer
beforeEach(() => {
  pendingWrites.forget()
  for (const key of keptWork.keys('')) keptWork.remove(key)
  forgetPosition()
  localStorage.clear()
  queryClient.clear()
  queryClient.setQueryData(SESSION_KEY, ruth)
  queryClient.setQueryData(['bible', 'versions'], { versions: [], default: 'KJV' })
  server.answer = ({ method, path }) => {
    if (method !== 'GET') return { lost: true }
    return path.startsWith('/api/users/settings') ? { body: { settings: {}, unset: [] } } : overlay
  }
})

const shown: { now: OnChapter | null } = { now: null }
const tell = (on: OnChapter) => {
  shown.now = on
}
const of = { viewer: ruth, column, verses: [verse] }
const openChapter = () => {
  const at = {
    ...{ owner: ruth, chosen: { by: 'verses', column, parts: [part] } as const },
    ...{ onUnsaved: () => undefined, guard: (leave: () => void) => leave(), onClose: () => undefined },
    openWorkspace: () => undefined,
  }
  const element = (
    <StatusMessages>
      <HighlightsOnChapter of={of} onShown={tell} />
      <main>
        <StudyUnknown viewer={ruth} column={column} />
      </main>
      <aside>
        <StudyUnknown viewer={ruth} column={column} inPanel />
        <NoteSection {...at} asked />
        <HighlightSection {...at} asked={false} />
        <SermonSection {...at} asked={false} />
        <BookmarkSection {...at} asked={false} />
      </aside>
    </StatusMessages>
  )
  return showInApp([{ path: '/', element }], '/', queryClient)
}
const red = () =>
  [...document.querySelectorAll('aside .text-danger, aside [role=alert]')].flatMap(
    ({ textContent }) => textContent || [],
  )

describe('a chapter whose overlay is unknown', () => {
  it.each([
    ['nothing answers', AWAY],
    ['something else answers', { foreign: '<title>Hotel</title>' }],
    ['a proxy says that it broke', { status: 500, foreign: '<h1>Internal Server Error</h1>' }],
    ['a proxy says that nothing is behind it', { status: 502, foreign: '<h1>Bad Gateway</h1>' }],
    ['a proxy says that the server is started anew', { status: 503, foreign: '' }],
    ['a proxy waited in vain', { status: 504, foreign: '<h1>Gateway Time-out</h1>' }],
    ['the server is broken', BROKEN],
  ] as const)('takes notes, colours and bookmarks where %s, and shows them at once', async (_why, answer) => {
    overlay = answer
    const { user } = openChapter()
    await screen.findByLabelText('Note')
    await user.type(screen.getByLabelText('Note'), 'Written away.')
    await act(async () => {
      pendingWrites.add(highlightWrites, 'ruth', { base: null, wanted: newHighlight(part) })
    })
    await waitFor(() => expect(shown.now?.paints.get(1)).toHaveLength(1))
    // The next highlight gets this list without waiting for the server.
    expect((await highlightsNow(ruth, column))()).toHaveLength(1)
    await user.click(await screen.findByRole('button', { name: /^Bookmark Isaiah 40:1/ }))
    await screen.findByRole('button', { name: /Remove.*Isaiah 40:1/ })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(pendingWrites.of('notes', 'ruth')).toHaveLength(1))
    expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Written away.')
  })

  const OTHER = 'Another page answered instead of Pathlight'
  it.each([
    ['nothing answers', AWAY, 'No answer from the server'],
    ['a proxy answers 502', { status: 502, foreign: '<h1>Bad Gateway</h1>' }, 'No answer from the server'],
    ['a proxy answers 503', { status: 503, foreign: '' }, 'No answer from the server'],
    ['a proxy answers 504', { status: 504, foreign: '<h1>Gateway Time-out</h1>' }, 'No answer from the server'],
    ['a proxy answers 500', { status: 500, foreign: '<h1>Internal Server Error</h1>' }, OTHER],
    ['a log-in page answers', { foreign: '<title>Hotel</title>' }, OTHER],
  ] as const)('says so once where %s, and why, and the panel is not red', async (_why, answer, why) => {
    overlay = answer
    openChapter()
    await screen.findByLabelText('Note')
    expect(await screen.findAllByText('Failed to fetch highlights for the chapter')).toHaveLength(2)
    expect(screen.getAllByText(why, { exact: false })).toHaveLength(2)
    expect(red()).toEqual([])
  })

  it('says in the words of the specification what a broken server does not give, and brings it when asked again', async () => {
    overlay = BROKEN
    const { user } = openChapter()
    await screen.findByText('Failed to fetch highlights for the chapter')
    for (const words of [
      'Failed to fetch user notes for chapter',
      'Failed to fetch highlights for the verse',
      'Failed to fetch sermons',
    ])
      await screen.findByText(words)
    await user.type(screen.getByLabelText('Note'), 'Begun meanwhile.')
    overlay = { body: { ...column, notes: [], highlights: [newHighlight(part)], sermons: [] }, at: 3 }
    await user.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement)
    await waitFor(() => expect(shown.now?.paints.get(1)).toHaveLength(1))
    expect(screen.queryByText(/Failed to fetch (highlights|user notes|sermons)/)).toBeNull()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Begun meanwhile.')
  })
})
