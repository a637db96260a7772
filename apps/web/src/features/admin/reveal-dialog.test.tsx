// @vitest-environment jsdom
import type { AuditEntry } from '@pathlight/contracts/admin.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import RevealDialog from './reveal-dialog.tsx'

const server = answeringServer()
const somebody = { id: 'ann', name: 'ann' }
const entry: AuditEntry = {
  ...{ position: '1', at: '2026-11-27T07:00:00.000Z', actor: somebody, person: somebody, kind: 'pad', id: 'p' },
  ...{ action: 'added', revision: 1, passage: null, device: null, bytes: 1 },
}

it.each([
  [
    'a study pad, each of its own words',
    {
      ...{ id: 'p', user_id: 'ann', title: 'Advent', tags: ['advent', 'church'] },
      entries: [
        { type: 'heading', text: 'In the valley' },
        { type: 'passage', version: 'KJV', verse_id: 19_023_004, end_verse_id: null },
        { type: 'text', text: 'From he to you.' },
        { type: 'text', text: 'From he to you.' },
        { type: 'item', kind: 'note', id: 'n' },
      ],
    },
    ['Advent', 'advent', 'church', 'In the valley', 'From he to you.', 'From he to you.'],
  ],
  [
    'a sermon, its rich text',
    {
      title: 'Love',
      content: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'So' }] }] },
    },
    ['Love', 'So'],
  ],
])('shows of %s', async (_what, item, words) => {
  server.answer = () => ({ body: { item } })
  const dialog = <RevealDialog entry={entry} chain={[entry]} onClose={() => undefined} />
  const { user } = showInApp([{ path: '/', element: dialog }])
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Ann asked for it.')
  await user.click(screen.getByRole('button', { name: 'Reveal' }))
  await screen.findByText(words[0] ?? '')
  expect([...document.querySelectorAll('[role=dialog] [role=status] p')].map((one) => one.textContent)).toEqual(words)
})

it('opens the revision that it shows as chosen, also where that is older than the newest ones', async () => {
  server.asked.length = 0
  server.answer = () => ({ body: { item: { id: 'p', text: 'The first words' } } })
  const newest = [2, 3].map((revision) => ({
    ...entry,
    position: String(revision),
    action: 'edited' as const,
    revision,
  }))
  const dialog = <RevealDialog entry={entry} chain={newest} onClose={() => undefined} />
  const { user } = showInApp([{ path: '/', element: dialog }])
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Revision' })
  expect([...choice.options].map(({ value }) => value)).toEqual(['1', '2', '3'])
  expect(choice.value).toBe('1')
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Ann asked for it.')
  await user.click(screen.getByRole('button', { name: 'Reveal' }))
  await screen.findByText('The first words')
  expect(server.asked.at(-1)?.body).toMatchObject({ revision: 1 })
})
