// @vitest-environment jsdom
import '../../testing/new-disk.ts'
import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import type { Pad } from '@pathlight/contracts/pads.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { pendingWrites } from '../../api/pending-writes.ts'
import { keepAnswer } from '../../device/seen-answers.ts'
import type { KeptKind } from '../../study/offline-kind.ts'
import type { Answer } from '../../testing/answering-server.ts'
import { ruth, serverForRuth } from '../../testing/as-ruth.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { StatusMessages } from '../../ui/status-message.tsx'
import { offline } from './kept-offline.ts'
import { Around } from './pad-around.ts'
import { padWrites } from './pad-writes.ts'
import TakeAlong from './take-along.tsx'

const { server } = serverForRuth()
const versions = { versions: [{ code: 'WEB', language: 'en', available: true }], default: 'WEB' } as never
const kinds = [{ name: 'pads', history: 'pad', kind: offline }] as unknown as readonly KeptKind[]
const around = { owner: ruth, padId: 'p', kinds, versions, isWhole: false }

const pad = (id: string, title: string): Pad => ({
  ...{ id, user_id: 'ruth', title, entries: [], tags: [], revision: 1 },
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
})
/** An entry that names a pad. The id may be in capitals, as in pads of older builds. */
const item = (id: string): PadEntry => ({ type: 'item', kind: 'pad', id })
const passage = (version: string): PadEntry => ({ type: 'passage', version, verse_id: 43_003_016, end_verse_id: null })

const EDITED = 'aaaaaaaa-2222-4333-8444-555555555555'
const KEPT = 'bbbbbbbb-2222-4333-8444-555555555555'
const DELETED = '*Your study pad (deleted)*'

it('has what waits to be sent and what the device keeps; says what is deleted, and apart from it what could not be read', async () => {
  const lost: Answer = { lost: true }
  const chapter = { verses: [{ verse: 16, verse_id: 43_003_016, text: 'For God so loved the world' }] }
  const answers: Record<string, Answer> = {
    '/api/pad/detail/deleted': { status: 404, body: { code: 'pad_not_found' } },
    [`/api/pad/detail/${EDITED}`]: { at: 1, body: pad(EDITED, 'As it was') },
    '/api/pad/detail/removed': { at: 1, body: pad('removed', 'Not yet removed there') },
    '/api/pad/detail/failed': { status: 500 },
  }
  const chapterOf = (version: string) => `/api/bible/chapter?version=${version}&book=John&chapter=3`
  answers[chapterOf('KJV')] = { status: 404, body: { code: 'unknown_chapter' } }
  server.answer = ({ method, path }) => (method === 'GET' && answers[path]) || lost
  await keepAnswer('ruth', `/api/pad/detail/${KEPT}`, { value: pad(KEPT, 'Kept here'), at: '1', next: null })
  const edited = pad(EDITED, 'As it was')
  pendingWrites.add(padWrites, 'ruth', { base: edited, wanted: { ...edited, title: 'As it shall be' } })
  pendingWrites.add(padWrites, 'ruth', { base: pad('removed', ''), wanted: null })

  const entries = [
    ...[EDITED.toUpperCase(), KEPT.toUpperCase(), 'deleted', 'removed', 'failed'].map(item),
    passage('WEB'),
    passage('KJV'),
  ]
  const element = (
    <StatusMessages>
      <Around value={around}>
        <TakeAlong title="With me" entries={entries} onPrint={() => undefined} />
      </Around>
    </StatusMessages>
  )
  const { user } = showInApp([{ path: '/', element }])
  const copied = () => navigator.clipboard.readText()
  screen.getByRole('button', { name: 'Export or print' }).focus()
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('menuitem', { name: 'Copy' }))
  await screen.findByText('2 entries could not be read. Their places say so.')
  const own = (title: string) => `**${title}**\n\n*Your study pad*`
  const before = ['# With me', own('As it shall be'), own('Kept here'), DELETED, DELETED]
  expect(await copied()).toBe(
    `${[
      ...before,
      '*Your study pad (could not be read)*',
      '> — John 3:16 (WEB) (could not be read)',
      '> — John 3:16 (KJV): This passage is not there in KJV.',
    ].join('\n\n')}\n`,
  )

  answers['/api/pad/detail/failed'] = { at: 1, body: pad('failed', 'There again') }
  answers[chapterOf('WEB')] = { body: chapter }
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  const after = [
    own('There again'),
    '> For God so loved the world\n>\n> — John 3:16 (WEB)',
    '> — John 3:16 (KJV): This passage is not there in KJV.',
  ]
  await waitFor(async () => expect(await copied()).toBe(`${[...before, ...after].join('\n\n')}\n`))
  expect(screen.queryByText(/could not be read/)).toBeNull()
})
