// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { AccountForm } from './account-section.tsx'

const server = answeringServer()
const done = vi.fn()
const Form = () => {
  const [name, setName] = useState('Ann')
  return (
    <AccountForm
      title="Name"
      submit="Save"
      isValid
      send={(write) => write('/api/account/username', { username: name }, 'PUT')}
      onDone={done}
    >
      {() => <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />}
    </AccountForm>
  )
}

it('sends the same fields again under the same key after a lost answer, and changed fields under another', async () => {
  server.answer = () => ({ lost: true })
  const { user } = showInApp([{ path: '/', element: <Form /> }])
  const send = async () => {
    const before = server.asked.length
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.asked).toHaveLength(before + 1))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).not.toBe('true'),
    )
    return server.asked.at(-1)
  }
  const first = await send()
  const again = await send()
  expect(again).toEqual(first)
  await user.type(screen.getByRole('textbox'), 'a')
  server.answer = () => ({})
  const changed = await send()
  expect(changed).toMatchObject({ method: 'PUT', path: '/api/account/username', body: { username: 'Anna' } })
  expect(changed?.key).not.toBe(first?.key)
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect((await send())?.key).not.toBe(changed?.key)
})
