// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ruth, serverForRuth } from '../../testing/as-ruth.ts'
import { showInApp } from '../../testing/in-app.tsx'
import ShareLinkDialog from './share-link-dialog.tsx'

const { server, sent } = serverForRuth()
afterEach(() => {
  vi.useRealTimers()
})

const dialog = <ShareLinkDialog owner={ruth} kind="note" id="a" title="John 3:16" onClose={() => undefined} />

it('asks for the same link again after a lost answer, however late, and for another under another key', async () => {
  server.answer = () => ({ lost: true })
  const { user } = showInApp([{ path: '/', element: dialog }])
  const ask = async () => {
    const before = sent().length
    await user.click(await screen.findByRole('button', { name: 'Make the link' }))
    await waitFor(() => expect(sent()).toHaveLength(before + 1))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Make the link' }).getAttribute('aria-disabled')).not.toBe('true'),
    )
    return sent().at(-1)
  }
  const first = await ask()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 60 * 1000 })
  expect(await ask()).toEqual(first)
  await user.type(screen.getByRole('textbox', { name: 'Your name on the page' }), 'Ann')
  const other = await ask()
  expect(other).toMatchObject({ body: { name: 'Ann' } })
  expect(other?.key).not.toBe(first?.key)
})

it('counts a week from the request, however long the dialog was open before', async () => {
  server.answer = () => ({ lost: true })
  const { user } = showInApp([{ path: '/', element: dialog }])
  const button = await screen.findByRole('button', { name: 'Make the link' })
  const now = Date.UTC(2100, 0, 1)
  vi.useFakeTimers({ toFake: ['Date'], now })
  const before = sent().length
  await user.click(button)
  await waitFor(() => expect(sent()).toHaveLength(before + 1))
  expect(sent().at(-1)).toMatchObject({ body: { until: '2100-01-08T00:00:00.000Z' } })
})

it('says in its own words that the last day is missing', async () => {
  server.answer = () => ({
    status: 400,
    body: { code: 'share_bad_until', message: 'The end of a share is a time (ISO 8601), or null.' },
  })
  const { user } = showInApp([{ path: '/', element: dialog }])
  await user.selectOptions(await screen.findByLabelText('The link works'), 'until a date')
  await user.clear(screen.getByLabelText('The last day'))
  await user.click(screen.getByRole('button', { name: 'Make the link' }))
  await screen.findByText('Choose the last day on which the link works.')
  expect(sent().at(-1)).toMatchObject({ body: { until: '' } })
})
