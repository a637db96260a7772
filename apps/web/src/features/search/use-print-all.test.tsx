// @vitest-environment jsdom
import type { Found } from '@pathlight/contracts/bible-search.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { manyTurns } from '../../testing/until.ts'
import { Component } from './search-page.tsx'
import { PRINTED_MAX } from './use-print-all.ts'

const server = answeringServer()
const PAGE = 20
let total: number
/** The number of the page whose request fails. Null if none fails. */
let broken: number | null

const page = (number: number): Found => ({
  ...{ reference: null, passages: 0, truncated: false, total, versions: [], testaments: [], books: [] },
  hits: Array.from({ length: Math.min(PAGE, total - number * PAGE) }, (_, at) => {
    const id = number * PAGE + at
    const text = { version: 'KJV', verse_id: id, chapter: 1, verse: id, text: `Found ${id}.`, marks: [] }
    return { id, book: 'Genesis', chapter: 1, verse: id, texts: [text], also: [] }
  }),
  next: (number + 1) * PAGE < total ? String(number + 1) : null,
  ...{ problem: null, malformed: null, why: null, suggestion: null },
})
const printed = vi.fn<(hits: number) => void>()

beforeEach(() => {
  queryClient.clear()
  broken = null
  // With this stub no element ever comes near the screen, so only the print loads further pages.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('print', () => printed(screen.getAllByText(/^Found \d+\.$/).length))
  printed.mockClear()
  server.answer = ({ path }) => {
    if (path.startsWith('/api/bible/versions')) return { body: { versions: [], default: 'KJV' } }
    const number = Number(new URLSearchParams(path.split('?')[1]).get('after') ?? 0)
    return number === broken ? { status: 400, body: { code: 'bad_cursor', message: 'Lost.' } } : { body: page(number) }
  }
})
afterEach(() => vi.unstubAllGlobals())

const pressPrint = async () => {
  const routes = [
    { path: '/search', Component },
    { path: '/other', element: 'Another page' },
  ]
  const { user, router } = showInApp(routes, '/search?query=found', queryClient)
  await user.click(await screen.findByRole('button', { name: 'Print' }))
  return router
}

describe('what a search found', () => {
  it.each([
    ['is on the page', 7, 7],
    ['is of several pages', 3 * PAGE + 5, 3 * PAGE + 5],
    ['is more than a stack of paper', PRINTED_MAX + 7 * PAGE, PRINTED_MAX],
  ])('is printed whole where it %s', async (_what, found, onPaper) => {
    total = found
    await pressPrint()
    await waitFor(() => expect(printed).toHaveBeenCalledOnce())
    expect(printed).toHaveBeenCalledWith(onPaper)
    expect(screen.queryByText(/printed here/) !== null).toBe(onPaper < found)
  })

  it('is not printed in part where the rest does not come, and the page says so', async () => {
    total = 5 * PAGE
    broken = 3
    await pressPrint()
    await screen.findByRole('alert')
    expect(printed).not.toHaveBeenCalled()
  })

  it('is not printed, nor fetched further, once the person has left the page', async () => {
    total = 5 * PAGE
    let come = () => {}
    const after = new Promise<void>((resolve) => {
      come = resolve
    })
    const answer = server.answer
    server.answer = (asked) => (asked.path.includes('after=2') ? { ...answer(asked), after } : answer(asked))
    const router = await pressPrint()
    const paths = () => server.asked.filter(({ path }) => path.includes('after='))
    await waitFor(() => expect(paths().at(-1)?.path).toContain('after=2'))
    await act(() => router.navigate('/other'))
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const before = paths().length
    come()
    await act(manyTurns)
    expect(paths()).toHaveLength(before)
    expect(print).not.toHaveBeenCalled()
  })
})
