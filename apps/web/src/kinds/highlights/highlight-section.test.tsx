// @vitest-environment jsdom
import type { Verse } from '@pathlight/contracts/bible.ts'
import type { OverlayHighlight } from '@pathlight/contracts/highlights.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pendingWrites } from '../../api/pending-writes.ts'
import { forgetPosition } from '../../api/position.ts'
import { queryClient, SESSION_KEY } from '../../api/query-client.ts'
import { type Answer, type Asked, answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { StatusMessages } from '../../ui/status-message.tsx'
import HighlightSection from './highlight-section.tsx'
import { highlightWrites, newHighlight } from './highlight-writes.ts'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const column = { version: 'KJV', book: 'John', chapter: 3 }
const verse: Verse = { ...column, verse: 16, verse_id: 43_003_016, text: 'For God so loved the world' }
const on = (start: number, end: number, more: Partial<OverlayHighlight> = {}): OverlayHighlight => ({
  ...{ ...column, id: `43003016.KJV.${start}`, verse_id: 43_003_016, color: null, revision: 1 },
  ...{ selected_text: verse.text.slice(start, end), start_offset: start, end_offset: end },
  created_at: '2026-01-01T00:00:00.000Z',
  ...more,
})

let highlights: OverlayHighlight[]
let writes: Answer[]
const sent = (): Asked[] => server.asked.filter(({ method }) => method !== 'GET')

const open = async () => {
  const onClose = vi.fn()
  const element = (
    <StatusMessages>
      <HighlightSection
        owner={ruth}
        chosen={{ by: 'verses', column, parts: [{ verse, start: 0, end: 26, text: verse.text }] }}
        asked
        onUnsaved={() => undefined}
        guard={(leave) => leave()}
        onClose={onClose}
        openWorkspace={() => undefined}
      />
    </StatusMessages>
  )
  const shown = showInApp([{ path: '/', element }], '/', queryClient)
  await screen.findAllByRole('button')
  return { ...shown, onClose }
}

beforeEach(() => {
  pendingWrites.forget()
  forgetPosition()
  localStorage.clear()
  queryClient.clear()
  queryClient.setQueryData(SESSION_KEY, ruth)
  queryClient.setQueryData(['bible', 'versions'], { versions: [], default: 'KJV' })
  server.asked.length = 0
  highlights = [on(4, 7)]
  writes = []
  server.answer = ({ method, path }) => {
    if (method !== 'GET') return writes.shift() ?? { lost: true }
    if (path.startsWith('/api/users/settings')) return { body: { settings: {} } }
    return { at: 5, body: { ...column, notes: [], highlights, sermons: [] } }
  }
})

describe('the highlights of a verse', () => {
  it('are deleted at once, whatever became of the verse meanwhile; with the last one the list closes', async () => {
    highlights = [on(4, 7), on(11, 16)]
    writes = [
      { body: { message: 'ok' }, at: 8 },
      { body: { message: 'ok' }, at: 9 },
    ]
    const { user, onClose } = await open()
    const rows = () => screen.getAllByRole('listitem').filter((row) => !row.hasAttribute('data-leaving'))
    expect(rows()).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Delete the highlight “God”' }))
    expect(rows()).toHaveLength(1)
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(onClose).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Delete the highlight “loved”' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent().map(({ method, path, ifMatch }) => [method, path, ifMatch])).toEqual([
      ['DELETE', '/api/highlight/43003016.KJV.4', undefined],
      ['DELETE', '/api/highlight/43003016.KJV.11', undefined],
    ])
  })

  it('take one of five colours by name, and go back, with the reason, when that was refused', async () => {
    writes = [{ status: 400, body: { code: 'bad_color', message: 'Please enter a valid hex color code.' } }]
    const { user } = await open()
    const colors = within(screen.getByRole('group', { name: 'Color of “God”' }))
    expect(colors.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual([
      ...['your color', 'yellow', 'green', 'blue', 'pink', 'orange'],
    ])
    await user.click(colors.getByRole('radio', { name: 'green' }))
    await screen.findByText('Please enter a valid hex color code.')
    expect(sent()[0]?.body).toEqual({ color: '#b5e48c', style: null })
    expect(colors.getByRole<HTMLInputElement>('radio', { name: 'your color' }).checked).toBe(true)
    expect(pendingWrites.unsaved('ruth')).toEqual([])
  })

  it('that have no answer yet say so, and are sent again as the same', async () => {
    writes = [{ lost: true }]
    const { user } = await open()
    await user.click(screen.getByRole('radio', { name: 'blue' }))
    await screen.findByText('Not sent yet')
    writes = [{ body: on(4, 7, { color: '#a5d8ff', revision: 2 }), at: 9 }]
    highlights = [on(4, 7, { color: '#a5d8ff', revision: 2 })]
    const [write] = pendingWrites.of('highlights', 'ruth')
    pendingWrites.retry(write?.key ?? '')
    await waitFor(() => expect(screen.queryByText('Not sent yet')).toBeNull())
    expect(new Set(sent().map(({ key }) => key)).size).toBe(1)
  })

  it('that were refused while no page showed them say why, and may be dismissed', async () => {
    highlights = []
    writes = [{ status: 409, body: { code: 'highlight_overlaps', message: 'Selected text overlaps' } }]
    pendingWrites.add(highlightWrites, 'ruth', {
      base: null,
      wanted: newHighlight({ verse, start: 4, end: 7, text: 'God' }),
    })
    const { user } = await open()
    await screen.findByText('Not saved: Selected text overlaps with existing content')
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(/^Not saved/)).toBeNull()
  })

  it('say what became of their words when the text was changed', async () => {
    highlights = [
      on(4, 7, { id: '43003016.KJV.moved', start_offset: 0, end_offset: 3 }),
      on(11, 16, { id: '43003016.KJV.lost', selected_text: 'hated' }),
    ]
    await open()
    await screen.findByText('The text was changed. The highlight is still on its words.')
    await screen.findByText(/no longer has these words. The highlight is on the whole verse/)
  })

  it('come with those of other versions, and the switch that shows these on the whole verse', async () => {
    highlights = [on(0, 3, { version: 'NIV', id: '43003016.NIV.a' })]
    const { user } = await open()
    await screen.findByText('In NIV')
    await user.click(screen.getByLabelText('Show highlights of other versions on the whole verse'))
    expect(JSON.parse(localStorage.getItem('appearance') ?? '{}')).toMatchObject({ otherHighlights: true })
    writes = [{ status: 201, body: on(0, 26), at: 9 }]
    await user.click(screen.getByRole('button', { name: 'Highlight the whole verse' }))
    await waitFor(() => expect(sent()[0]?.body).toMatchObject({ startOffset: 0, endOffset: 26, verseId: 43_003_016 }))
  })
})
