// @vitest-environment jsdom
import type { Backups } from '@pathlight/contracts/backups.ts'
import { BACKUP_DAYS } from '@pathlight/contracts/system-rules.ts'
import { screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { until } from '../../testing/until.ts'
import { StatusMessages } from '../../ui/status-message.tsx'
import { Component as BackupsPage } from './backups-page.tsx'
import { sayTime } from './say-entry.ts'

const server = answeringServer()
const DAY_MS = 24 * 60 * 60 * 1000

const answer = (backups: Partial<Backups>) => {
  const body = { planned: null, last: null, files: [], failed: null, missing: { texts: [], keys: 0 }, ...backups }
  server.answer = () => ({ body })
}
const show = (backups: Partial<Backups>) => {
  answer(backups)
  const element = (
    <StatusMessages>
      <BackupsPage adminId="ruth" />
    </StatusMessages>
  )
  return showInApp([{ path: '*', element }], '/')
}
const COMPLETE = /^Nothing is missing/

it('says which texts and how many people’s keys are missing after a restore', async () => {
  show({ missing: { texts: [{ code: 'NIV', items: 2 }], keys: 1 } })
  await screen.findByText('NIV: its text is not here; 2 items are written in it. Add it under Bible texts.')
  screen.getByText(
    'The key of one person cannot be opened: what they wrote cannot be read. The folder “keys” of the backup is needed, as it was at that moment.',
  )
  expect(screen.queryByText(COMPLETE)).toBeNull()
})

it('says that nothing is missing only where that is known', async () => {
  show({ missing: { texts: [], keys: 0 } })
  await screen.findByText(COMPLETE)
})

it('says that it is not known where the search took too long, and what is missing all the same', async () => {
  show({ missing: { texts: null, keys: 3 } })
  await screen.findByText('It could not be found out just now.')
  screen.getByText(/^The keys of 3 people cannot be opened/)
  expect(screen.queryByText(COMPLETE)).toBeNull()
})

it.each([
  ['', BACKUP_DAYS - 1],
  [', and that it is old', BACKUP_DAYS + 1],
])('says of the last archive when it was written and its size%s', async (_old, days) => {
  const at = new Date(Date.now() - days * DAY_MS).toISOString()
  show({ last: { name: 'one.archive.gz', at, bytes: 12_345_678, events: 1_234 } })
  await screen.findByText('one.archive.gz')
  screen.getByText(`${sayTime(at, 'en')}, 12.3 MB (1,234 changes)`)
  expect(screen.queryByText(`It is older than ${BACKUP_DAYS} days.`) !== null).toBe(days > BACKUP_DAYS)
})

it('says that no archive was written yet', async () => {
  show({ last: null })
  await screen.findByText('None was written yet.')
})

it('asks until an archive that was asked for is written or has failed, which it says, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const failed = '2026-11-27T03:00:00.000Z'
  const first = server.asked.length
  const { user } = show({})
  await user.click(await screen.findByRole('button', { name: 'Write one now' }))
  const reads = () => server.asked.slice(first).filter(({ method }) => method === 'GET').length
  // The page reads once at first, once after the call, and then at each interval.
  await until(() => {
    vi.advanceTimersByTime(2_000)
    expect(reads()).toBeGreaterThan(3)
  })
  answer({ failed })
  const words = `The last try failed, ${sayTime(failed, 'en')}. The log of the app says why.`
  await until(() => {
    vi.advanceTimersByTime(2_000)
    screen.getByText(words)
  })
  expect(vi.getTimerCount()).toBe(0)
})

it('says in its own words that a number is refused', async () => {
  const { user } = show({})
  const field = await screen.findByLabelText('Keep')
  server.answer = ({ method }) =>
    method === 'PUT' ? { status: 400, body: { code: 'bad_keep', params: { max: 365 } } } : { body: {} }
  await user.clear(field)
  await user.type(field, '0{Enter}')
  await until(() => expect(server.asked.at(-1)).toMatchObject({ method: 'PUT', body: { keep: 0 } }))
})
