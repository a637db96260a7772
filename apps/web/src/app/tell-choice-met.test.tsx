// @vitest-environment jsdom
import type { Highlight } from '@pathlight/contracts/highlights.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { pendingWrites } from '../api/pending-writes.ts'
import { queryClient } from '../api/query-client.ts'
import { highlightWrites } from '../kinds/highlights/highlight-writes.ts'
import { followWrite } from '../study/follow-write.ts'
import type { Answer } from '../testing/answering-server.ts'
import { ruth, serverForRuth } from '../testing/as-ruth.ts'
import { showInApp } from '../testing/in-app.tsx'
import { StatusMessages } from '../ui/status-message.tsx'
import ChoicesMeet from './choices-meet.tsx'
import WriteWatch from './write-watch.tsx'

const { server } = serverForRuth()
const base: Highlight = {
  ...{ id: '43003016.KJV.a', verse_id: 43_003_016, version: 'KJV', book: 'John', chapter: 3, revision: 1 },
  ...{ selected_text: 'So', start_offset: 0, end_offset: 2, color: null, created_at: '2026-01-01T00:00:00.000Z' },
}
const device = { id: 'phone', label: 'Chrome on Android', current: false }
const revision = (action: string) => ({ revision: 2, at: '2026-01-02T00:00:00.000Z', action, device, item: base })
const KEPT = 'A change was not saved. It is kept on this device: see My Pathlight.'

/** Recolours a highlight that the server no longer has. */
const recolour = () => {
  const key = pendingWrites.add(highlightWrites, 'ruth', { base, wanted: { ...base, color: '#ffd966' } })
  const t = ((words: string) => words) as unknown as Parameters<typeof followWrite>[3]['t']
  followWrite(highlightWrites, 'ruth', key, { t, say: () => undefined, otherwise: '' })
}
/** Adds another write to the outbox. It is of a person who is not logged in, so it is not sent. */
const writeAnother = () => {
  pendingWrites.add(highlightWrites, 'boaz', { base: null, wanted: { ...base, id: '43003016.KJV.b' } })
}
let history: Answer
beforeEach(() => {
  server.answer = ({ method }) => (method === 'GET' ? history : { status: 404, body: { code: 'highlight_not_found' } })
  const element = (
    <StatusMessages>
      <WriteWatch user={ruth} />
      <ChoicesMeet user={ruth} />
    </StatusMessages>
  )
  showInApp([{ path: '/', element }], '/', queryClient)
})
const unsaved = () => pendingWrites.unsaved('ruth')

describe('a change of what is no longer there', () => {
  it.each<[string, Answer]>([
    ['the history cannot be read', { lost: true }],
    ['the history does not say that it was removed', { body: { revisions: [revision('changed')], next: null } }],
    ['the history is empty', { body: { revisions: [], next: null } }],
  ])('is kept, and that is said once, where %s', async (_where, answer) => {
    history = answer
    act(recolour)
    const told = await screen.findByText(KEPT)
    act(writeAnother)
    expect(screen.queryAllByText(KEPT).filter((one) => one !== told)).toEqual([])
    expect(unsaved()).toMatchObject([{ isRefused: true }])
  })

  it('is told and offered again where another device removed it', async () => {
    let arrive = () => {}
    const after = new Promise<void>((resolve) => (arrive = resolve))
    history = { body: { revisions: [revision('removed')], next: null }, after }
    act(recolour)
    await waitFor(() => expect(server.asked.some(({ path }) => path.includes('/api/history/'))).toBe(true))
    act(writeAnother)
    expect(screen.queryByText(KEPT)).toBeNull()
    act(arrive)
    await screen.findByText('What you changed here was removed on Chrome on Android meanwhile.')
    await waitFor(() => expect(unsaved()).toEqual([]))
    expect(screen.queryByText(KEPT)).toBeNull()
  })
})
