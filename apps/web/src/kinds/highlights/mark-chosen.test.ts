// @vitest-environment jsdom
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pendingWrites } from '../../api/pending-writes.ts'
import { queryClient, SESSION_KEY } from '../../api/query-client.ts'
import type { Acting, Chosen, VersePart } from '../../study/study-kind.ts'
import { answeringServer } from '../../testing/answering-server.ts'
import { highlightChosen } from './highlight-chosen.ts'
import { keepStyle, markChosen } from './mark-chosen.ts'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const column = { version: 'KJV', book: 'John', chapter: 3 }
const part = (verse: number): VersePart => ({
  verse: { ...column, verse, verse_id: 43_003_000 + verse, text: 'For God so loved' },
  ...{ start: 0, end: 16, text: 'For God so loved' },
})
const chosen: Chosen = { by: 'verses', column, parts: [part(3), part(4), part(5), part(6), part(7)] }
const acting = {
  owner: ruth,
  t: String,
  say: () => undefined,
  letGo: () => undefined,
} as unknown as Acting

/** The verses whose highlights the server has made, in the order of its answers. */
const made: number[] = []

beforeEach(() => {
  pendingWrites.forget()
  queryClient.clear()
  queryClient.setQueryData(SESSION_KEY, ruth)
  made.length = 0
  server.asked.length = 0
  server.answer = ({ method, body }) => {
    if (method !== 'POST') return { at: 5, body: { ...column, notes: [], highlights: [], sermons: [] } }
    const { verseId } = body as { readonly verseId: number }
    const verse = verseId % 1000
    // The last verse is sent first and takes longest, so parallel requests would finish in the wrong order.
    return { body: {}, at: 6, after: sleep(verse * 10).then(() => made.push(verse)) }
  }
})

describe('several verses that are highlighted at once', () => {
  it.each([
    ['Highlights in the popup', () => highlightChosen(chosen, acting)],
    ['a colour', () => markChosen(chosen, { color: '#b5e48c' }, acting, null)],
  ])(
    'are made one after the other by %s, so that a list, newest first, has them in the order of the text',
    async (_by, act) => {
      await act()
      await expect.poll(() => made.length).toBe(5)
      expect(made.toReversed()).toEqual([3, 4, 5, 6, 7])
    },
  )

  it('are underlined by Highlights in the popup, where the person underlined last', async () => {
    const styles: unknown[] = []
    server.answer = ({ method, body }) => {
      if (method === 'POST') styles.push((body as { readonly style?: string }).style)
      return { at: 5, body: { ...column, notes: [], highlights: [], sermons: [] } }
    }
    const one: Chosen = { ...chosen, parts: [part(3)] }
    keepStyle(true)
    await highlightChosen(one, acting)
    await expect.poll(() => styles).toEqual(['underline'])
    keepStyle(false)
    await highlightChosen({ ...one, parts: [part(4)] }, acting)
    await expect.poll(() => styles).toEqual(['underline', undefined])
  })

  it('are asked for only where the reader does not have them', async () => {
    const asked = () => server.asked.filter(({ method }) => method === 'GET').length
    await markChosen(chosen, { color: '#b5e48c' }, acting, [])
    await expect.poll(() => made.length).toBe(5)
    expect(asked()).toBe(0)
    pendingWrites.forget()
    await markChosen(chosen, { color: '#b5e48c' }, acting, null)
    expect(asked()).toBeGreaterThan(0)
  })

  it('are made also where a highlight on the same verse of another chapter waits to be sent', async () => {
    server.answer = ({ method }) =>
      method === 'POST' ? { lost: true } : { at: 5, body: { ...column, notes: [], highlights: [], sermons: [] } }
    await highlightChosen({ ...chosen, parts: [part(3)] }, acting)
    const genesis = { version: 'KJV', book: 'Genesis', chapter: 1 }
    const verse = { ...part(3).verse, ...genesis, verse_id: 1_001_003 }
    const openSection = vi.fn()
    await highlightChosen({ by: 'verses', column: genesis, parts: [{ ...part(3), verse }] }, { ...acting, openSection })
    expect(openSection).not.toHaveBeenCalled()
    expect(pendingWrites.of('highlights', 'ruth')).toHaveLength(2)
  })

  it('are made once, where the person presses twice while the highlights are fetched', async () => {
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    server.answer = ({ method }) =>
      method === 'POST' ? { lost: true } : { at: 5, after, body: { ...column, notes: [], highlights: [], sermons: [] } }
    const one: Chosen = { ...chosen, parts: [part(3)] }
    const openSection = vi.fn()
    const presses = [highlightChosen(one, acting), highlightChosen(one, { ...acting, openSection })]
    answer()
    await Promise.all(presses)
    expect(pendingWrites.of('highlights', 'ruth')).toHaveLength(1)
    expect(openSection).toHaveBeenCalledOnce()
  })

  it('are not said to be made, with a way to take them back, once all of them are refused', async () => {
    server.answer = ({ method }) =>
      method === 'POST'
        ? { status: 403, body: { code: 'account_locked' } }
        : { at: 5, body: { ...column, notes: [], highlights: [], sermons: [] } }
    const shown = new Set<string>()
    const say = vi.fn((text: string) => {
      shown.add(text)
      return () => void shown.delete(text)
    })
    await markChosen(chosen, { color: '#b5e48c' }, { ...acting, say }, null)
    expect([...shown]).toEqual(['highlights.added'])
    await expect.poll(() => [...shown]).toEqual(['highlights.addFailed'])
    expect(say).toHaveBeenCalledTimes(6)
  })
})
