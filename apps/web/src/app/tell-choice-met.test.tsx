// @vitest-environment jsdom
import type { Highlight } from '@pathlight/contracts/highlights.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { pendingWrites } from '../api/pending-writes.ts'
import { queryClient } from '../api/query-client.ts'
import { highlightWrites } from '../kinds/highlights/highlight-writes.ts'
import { writeSettings } from '../session/write-settings.ts'
import { followWrite } from '../study/follow-write.ts'
import type { Answer } from '../testing/answering-server.ts'
import { ruth, serverForRuth } from '../testing/as-ruth.ts'
import { showInApp } from '../testing/in-app.tsx'
import { manyTurns } from '../testing/until.ts'
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

describe('a choice of another device that several choices of this one replaced', () => {
  const TOLD = 'What you chose here replaced what was chosen on Chrome on Android meanwhile.'
  const here = { ...device, label: 'Firefox on Linux', current: true }

  it('is told, although the latest two are of this device', async () => {
    const [red, pink] = ['#f4978e', '#fbb1bd']
    let revisionNow = 2
    server.answer = ({ method, body }) => {
      if (method !== 'GET') {
        revisionNow += 1
        return { body: { ...base, ...(body as object), revision: revisionNow }, at: revisionNow }
      }
      const revisions = [
        { ...revision('changed'), revision: 4, device: here, item: { ...base, color: pink } },
        { ...revision('changed'), revision: 3, device: here, item: { ...base, color: red } },
        { ...revision('changed'), item: { ...base, color: '#90dbf4' } },
        { ...revision('added'), revision: 1, device: here },
      ]
      return { body: { revisions, next: null } }
    }
    act(() => {
      pendingWrites.add(highlightWrites, 'ruth', { base, wanted: { ...base, color: red } })
      pendingWrites.add(highlightWrites, 'ruth', { base: { ...base, color: red }, wanted: { ...base, color: pink } })
    })
    await screen.findByText(TOLD)
  })

  it('is told once, where both waited', async () => {
    let isAway = true
    /** How many of the two writes the server has taken. */
    let ended = 0
    server.answer = ({ method, path, body }) => {
      if (path.startsWith('/api/history/') && method === 'GET') {
        const of = (number: number, by: typeof here, highlightColor: string) => ({
          ...{
            revision: number,
            at: '2099-01-01T00:00:00.000Z',
            action: 'changed',
            device: by,
            item: { highlightColor },
          },
        })
        const second = ended > 1 ? [of(12, here, '#fbb1bd')] : []
        const revisions = [...second, of(11, here, '#f4978e'), of(10, device, '#90dbf4')]
        return { body: { revisions, next: null } }
      }
      if (isAway) return { lost: true }
      if (method !== 'GET' && !path.startsWith('/api/history/')) ended += 1
      return { body: { settings: body ?? {}, unset: [] }, at: 5 }
    }
    const looked = () =>
      server.asked.filter(({ method, path }) => method === 'GET' && path.startsWith('/api/history/')).length
    for (const highlightColor of ['#f4978e', '#fbb1bd']) {
      isAway = true
      const before = looked()
      const key = writeSettings('ruth', { highlightColor })
      const state = () => pendingWrites.of('settings', 'ruth').find((one) => one.key === key)?.state
      await waitFor(() => expect(state()).toMatchObject({ status: 'waiting', tries: 1 }))
      isAway = false
      act(() => pendingWrites.wake())
      await waitFor(() => expect(looked()).toBeGreaterThan(before))
      await act(manyTurns)
    }
    // Of several messages with an action only the newest is shown.
    fireEvent.click(await screen.findByRole('button', { name: 'Take that instead' }))
    expect(screen.queryByText(TOLD)).toBeNull()
    // The other device's choice is taken in place of the latest of this device.
    const restores = () => server.asked.filter(({ path }) => path.endsWith('/restore'))
    await waitFor(() => expect(restores()).toMatchObject([{ body: { revision: 10 }, ifMatch: '"12"' }]))
  })
})
