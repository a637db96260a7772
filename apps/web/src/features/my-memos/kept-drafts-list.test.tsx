// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { Outlet } from 'react-router-dom'
import { expect, it } from 'vitest'
import { createKeptWork, keptWork } from '../../device/kept-work.ts'
import type { Kind } from '../../study/kind.ts'
import { ruth } from '../../testing/as-ruth.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { StatusMessages } from '../../ui/status-message.tsx'
import KeptDraftsList from './kept-drafts-list.tsx'

const verses = { verseId: 43_003_016, endVerseId: 43_003_016, version: 'KJV' }
const notes = {
  name: 'notes',
  drafts: async () => (_userId: string, key: string, kept: unknown) => ({
    ...{ key, ...verses, path: '/bible/KJV/John/3' },
    words: (kept as { text: string }).text,
  }),
} as unknown as Kind
const KEY = 'draft.ruth.KJV.43003016'

it('the drafts on this device are shown as they are now, also where another tab writes on or saves them', async () => {
  await keptWork.open()
  const otherTab = createKeptWork()
  await otherTab.open()
  act(() => keptWork.set(KEY, { text: 'Before' }))
  const element = (
    <StatusMessages>
      <KeptDraftsList kinds={[notes]} />
    </StatusMessages>
  )
  const { user } = showInApp([{ element: <Outlet context={ruth} />, children: [{ path: '/', element }] }])
  await screen.findByText('Before')
  act(() => otherTab.set(KEY, { text: 'After' }))
  await screen.findByText('After')

  // Undo does not overwrite words that another tab has stored since the draft was deleted.
  await user.click(screen.getByRole('button', { name: /^Delete/ }))
  await waitFor(() => expect(screen.queryByText('After')).toBeNull())
  act(() => otherTab.set(KEY, { text: 'Typed since' }))
  await screen.findByText('Typed since')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(keptWork.get(KEY)).toEqual({ text: 'Typed since' })
  // Acts as if another tab had removed the draft just before the press, so that the list does not show that yet.
  const row = screen.getByRole('button', { name: /^Delete/ })
  act(() => {
    keptWork.remove(KEY)
    row.click()
  })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(keptWork.keys(KEY)).toEqual([])
  await waitFor(() => expect(screen.queryByRole('list')).toBeNull())
  await otherTab.close()
})
