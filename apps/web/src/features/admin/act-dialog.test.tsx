// @vitest-environment jsdom
import type { PersonOfAdmins } from '@pathlight/contracts/admin.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import ActDialog from './act-dialog.tsx'

const server = answeringServer()

it('acts again under the same key after a lost answer, and for another reason under another', async () => {
  server.answer = () => ({ lost: true })
  const done = vi.fn(async () => undefined)
  const person = { id: 'ann', username: 'ann' } as PersonOfAdmins
  const dialog = <ActDialog person={person} act="lock" onClose={() => undefined} onDone={done} />
  const { user } = showInApp([{ path: '/', element: dialog }])
  const reason = await screen.findByRole('textbox', { name: 'Reason' })
  const send = async () => {
    const before = server.asked.length
    await user.click(screen.getByRole('button', { name: 'Lock' }))
    await waitFor(() => expect(server.asked).toHaveLength(before + 1))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Lock' }).getAttribute('aria-disabled')).not.toBe('true'),
    )
    return server.asked.at(-1)
  }
  await user.type(reason, 'Somebody asked for it.')
  const first = await send()
  expect(await send()).toEqual(first)
  await user.type(reason, ' Ann did.')
  server.answer = () => ({})
  const other = await send()
  expect(other).toMatchObject({ body: { act: 'lock', reason: 'Somebody asked for it. Ann did.' } })
  expect(other?.key).not.toBe(first?.key)
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
})
