// @vitest-environment jsdom
import type { DailyVerse as Daily } from '@pathlight/contracts/daily-verse.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { DailyVerse } from './daily-verse.tsx'
import { dailyVerseQuery } from './daily-verse-query.ts'

const server = answeringServer()
const verse = (date: string, text = `Words of ${date}`): Daily => ({
  ...{ date, version: 'KJV', language: 'en', book: 'John', chapter: 3, verse: 16, endChapter: 3, endVerse: null },
  ...{ reference: `John 3:16 on ${date}`, text, source: 'list' as const },
})
const { TZ } = process.env

beforeEach(() => {
  queryClient.clear()
  server.asked.length = 0
  server.answer = ({ path }) => ({ body: verse(new URLSearchParams(path.split('?')[1]).get('date') ?? '') })
  // Only the clock is faked, so timers run.
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  process.env.TZ = TZ
})

/** Fills the cache as the server's page does, with the verses of the server's day and of the days beside it. */
const fromServer = () => {
  queryClient.setQueryData(dailyVerseQuery('en').queryKey, verse('2026-03-02'))
  for (const date of ['2026-03-01', '2026-03-03'])
    queryClient.setQueryData(dailyVerseQuery('en', { date }).queryKey, verse(date))
}
const show = () => showInApp([{ path: '/', element: <DailyVerse user={null} /> }], '/', queryClient)
const seen = () =>
  screen
    .getAllByRole('figure')
    .filter(({ classList }) => !classList.contains('invisible'))
    .map(({ dataset }) => dataset.day)

it.each([
  ['America/Los_Angeles', '2026-03-02T05:25:00Z', '2026-03-01'],
  ['UTC', '2026-03-02T05:25:00Z', '2026-03-02'],
  ['Asia/Seoul', '2026-03-02T21:00:00Z', '2026-03-03'],
])(
  'in %s the verse of the reader’s own day is shown, which came with the page, and the others keep their room',
  async (zone, now, day) => {
    process.env.TZ = zone
    vi.setSystemTime(new Date(now))
    fromServer()
    show()
    const figure = await screen.findByText(`Words of ${day}`)
    expect(seen()).toEqual([day])
    expect(within(figure.closest('figure') as HTMLElement).getByRole('link')).toBeDefined()
    expect(
      screen
        .getAllByRole('figure')
        .map(({ dataset }) => dataset.day)
        .toSorted(),
    ).toEqual(['2026-03-01', '2026-03-02', '2026-03-03'])
    expect(server.asked.filter(({ path }) => path.includes('/daily'))).toEqual([])
  },
)

it('asks for the reader’s day where it did not come with the page', async () => {
  process.env.TZ = 'Asia/Seoul'
  vi.setSystemTime(new Date('2026-03-02T21:00:00Z'))
  show()
  await screen.findByText('Words of 2026-03-03')
  expect(seen()).toEqual(['2026-03-03'])
})
