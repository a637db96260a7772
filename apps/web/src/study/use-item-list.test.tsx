// @vitest-environment jsdom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { WriteKind } from '../api/pending-write.ts'
import { pendingWrites } from '../api/pending-writes.ts'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { answerBy } from '../api/read-seen.ts'
import { answeringServer } from '../testing/answering-server.ts'
import { type ListKind, restoredIn, useItemList, withOthers } from './use-item-list.ts'

type Card = { readonly id: string; readonly text: string; readonly created_at: string; readonly revision: number }

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const cardWrites: WriteKind<Card> = pendingWrites.register({
  name: 'cards',
  history: 'note',
  call: ({ wanted }) => ({ method: wanted ? 'POST' : 'DELETE', path: '/cards/write' }),
  touches: () => [],
})
const kind = { writes: cardWrites, path: '/cards', findable: ({ text }: Card) => text.toLowerCase() }

/** Card number `n`. A greater number is newer. */
const card = (n: number): Card => ({
  id: `card ${n}`,
  text: `Words ${n}`,
  created_at: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
  revision: 1,
})

/** Serves `count` cards as the server does: newest first, in pages, filtered by `query`. */
const serve = (count: number) => {
  const all = Array.from({ length: count }, (_, index) => card(count - index))
  server.answer = ({ method, path }) => {
    if (method !== 'GET') return { status: 400 }
    const asked = new URL(path, 'http://any').searchParams
    const limit = Number(asked.get('limit'))
    const begin = Number(asked.get('after') ?? 0)
    const words = (asked.get('query') ?? '').split(' ').filter(Boolean)
    const found = all.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
    asked.set('after', String(begin + limit))
    return {
      at: 100,
      body: found.slice(begin, begin + limit),
      ...(begin + limit < found.length && { headers: { link: `</cards?${asked}>; rel="next"` } }),
    }
  }
}
const show = (isBack = false, queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })) => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  const { result, rerender, unmount } = renderHook(({ query }) => useItemList(ruth, kind, query, isBack), {
    initialProps: { query: '' },
    wrapper,
  })
  const texts = () => result.current.items?.map(({ text }) => text)
  return { result, search: (query: string) => rerender({ query }), texts, unmount, queries }
}
const queriesAsked = () => server.asked.map(({ path }) => new URL(path, 'http://any').searchParams.get('query'))

beforeEach(() => {
  pendingWrites.forget()
  server.asked.length = 0
  queryClient.setQueryData(SESSION_KEY, ruth)
})

const made = (id: string, time: string) => ({ id, created_at: `2026-01-01T00:00:0${time}.000Z` })

describe('items that were restored', () => {
  it('are those that are older than what is behind them, by more than clocks differ', () => {
    const at = (id: string, minute: number, second = 0) => ({
      id,
      created_at: new Date(Date.UTC(2026, 0, 1, 0, minute, second)).toISOString(),
    })
    const list = [at('restored', 1), at('also', 3), at('e', 9), at('behind', 7, 55), at('d', 8), at('c', 2)]
    expect([...restoredIn(list)].map(({ id }) => id).toSorted()).toEqual(['also', 'restored'])
    expect(restoredIn(list.slice(2)).size).toBe(0)
  })

  it('stand where they were made, once the list has come there', async () => {
    serve(120)
    const serveAll = server.answer
    server.answer = (asked) => {
      const answer = serveAll(asked)
      const isFirst = !new URL(asked.path, 'http://any').searchParams.has('after')
      const body = (answer.body as Card[]).filter(({ id }) => id !== 'card 100' && id !== 'card 10')
      return { ...answer, body: isFirst ? [card(10), card(100), ...body] : body }
    }
    const { result, texts } = show()
    await waitFor(() =>
      expect(texts()?.slice(18, 23)).toEqual(['Words 102', 'Words 101', 'Words 100', 'Words 99', 'Words 98']),
    )
    expect(texts()?.[0]).toBe('Words 120')
    expect(texts()).not.toContain('Words 10')
    act(() => result.current.more?.())
    await waitFor(() => expect(texts()?.at(-10)).toBe('Words 10'))
    expect(new Set(texts()).size).toBe(120)
  })
})

describe('items that are on their way', () => {
  it('stand between those of a list by their times, and change nothing of its order', () => {
    // The clock of the device that made b was slow.
    const list = [made('d', '5'), made('c', '5'), made('b', '1'), made('a', '3')]
    const ids = (others: readonly ReturnType<typeof made>[]) => withOthers(list, others).map(({ id }) => id)
    expect(ids([])).toEqual(['d', 'c', 'b', 'a'])
    expect(ids([made('x', '6'), made('z', '4'), made('w', '0'), made('y', '5')])).toEqual([
      ...['x', 'y', 'd', 'c', 'z', 'b', 'a', 'w'],
    ])
  })
})

describe('a list of items', () => {
  it('shows the first page, and the next ones when they are asked for', async () => {
    serve(260)
    const { result, texts } = show()
    await waitFor(() => expect(texts()).toHaveLength(50))
    expect(texts()?.slice(0, 2)).toEqual(['Words 260', 'Words 259'])
    act(() => result.current.more?.())
    await waitFor(() => expect(texts()).toHaveLength(250))
    act(() => result.current.more?.())
    await waitFor(() => expect(texts()).toHaveLength(260))
    expect(result.current.more).toBeNull()
    expect(result.current.isEmpty).toBe(false)
  })

  it('knows when somebody has nothing', async () => {
    serve(0)
    const { result } = show()
    await waitFor(() => expect(result.current.isEmpty).toBe(true))
  })

  it('says why it could not be had, and asks again when told to', async () => {
    server.answer = () => ({ status: 503 })
    const { result, texts } = show()
    await waitFor(() => expect(result.current.error).not.toBeNull())
    serve(1)
    act(() => result.current.retry())
    await waitFor(() => expect(texts()).toEqual(['Words 1']))
  })

  it('searches all of a short list here, without asking the server to', async () => {
    serve(400)
    const { search, texts, result } = show()
    await waitFor(() => expect(texts()).toHaveLength(50))
    search('words 7')
    await waitFor(() => expect(result.current.isSearching).toBe(false))
    expect(texts()).toContain('Words 7')
    expect(texts()?.every((text) => text.includes('7'))).toBe(true)
    expect(queriesAsked().filter(Boolean)).toEqual([])
    search('nothing like it')
    expect(texts()).toEqual([])
  })

  it('searches a long list on the server, and shows at once what is here', async () => {
    serve(3000)
    const { search, texts, result } = show()
    await waitFor(() => expect(texts()).toHaveLength(50))
    search('299')
    expect(texts()).toContain('Words 2999')
    await waitFor(() => expect(result.current.isSearching).toBe(false))
    expect(texts()).toContain('Words 299')
    expect(new Set(texts()).size).toBe(texts()?.length)
    expect(new Set(queriesAsked().filter(Boolean))).toEqual(new Set(['299']))
    search('')
    expect(texts()?.length).toBeGreaterThanOrEqual(1000)
  })

  it('says of a search of this device alone that it is one, though the list came from the server', async () => {
    serve(1200)
    const { search, result } = show()
    await waitFor(() => expect(result.current.items).toHaveLength(50))
    const served = server.answer
    answerBy(
      async () => async (_, path) => (path.includes('query=') ? { value: [card(7)], at: '90', next: null } : null),
    )
    server.answer = (asked) => (asked.path.includes('query=') ? { lost: true } : served(asked))
    search('words 7')
    await waitFor(() => expect(result.current.isSearching).toBe(false))
    expect(result.current.items?.at(-1)?.text).toBe('Words 7')
    expect(result.current.isHere).toBe(true)
    search('')
    expect(result.current.isHere).toBe(false)
    answerBy(async () => async () => null)
  })

  it('has what is on its way, in its place, and without what is being removed', async () => {
    serve(60)
    const { texts } = show()
    await waitFor(() => expect(texts()).toHaveLength(50))
    server.answer = () => ({ after: new Promise(() => {}) })
    act(() => {
      pendingWrites.add(cardWrites, 'ruth', { base: null, wanted: card(99) })
      // This card has the same time as card 99, but is added afterwards.
      pendingWrites.add(cardWrites, 'ruth', { base: null, wanted: { ...card(99), id: 'later', text: 'Later' } })
      pendingWrites.add(cardWrites, 'ruth', { base: card(59), wanted: null })
      pendingWrites.add(cardWrites, 'ruth', { base: card(58), wanted: { ...card(58), text: 'Changed' } })
      // The changed card is on a page that is not loaded. A change does not make it the newest card.
      pendingWrites.add(cardWrites, 'ruth', { base: card(2), wanted: { ...card(2), text: 'Far below' } })
    })
    expect(texts()?.slice(0, 5)).toEqual(['Later', 'Words 99', 'Words 60', 'Changed', 'Words 57'])
    expect(texts()).not.toContain('Far below')
  })

  it('is as long as it was for somebody who comes back, and begins anew for others', async () => {
    serve(300)
    const first = show()
    await waitFor(() => expect(first.texts()).toHaveLength(50))
    act(() => first.result.current.more?.())
    await waitFor(() => expect(first.texts()).toHaveLength(250))
    first.unmount()
    const back = show(true, first.queries)
    expect(back.texts()).toHaveLength(250)
    back.unmount()
    expect(show(false, first.queries).texts()).toHaveLength(50)
  })

  it('of some alone asks the server for them, shows those that were there until they come, and leaves out what is new and none of them', async () => {
    serve(60)
    const odd = ({ text }: Card) => Number(text.split(' ')[1]) % 2 === 1
    const only = { ...kind, only: { asked: { odd: 'yes' }, has: odd } }
    const everything = { ...kind, only: { asked: {}, has: () => true } }
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const { result, rerender } = renderHook(({ of }) => useItemList(ruth, of, '', false), {
      initialProps: { of: everything as ListKind<Card> },
      wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
    })
    await waitFor(() => expect(result.current.items).toHaveLength(50))
    let come = () => {}
    const after = new Promise<void>((resolve) => {
      come = resolve
    })
    server.answer = () => ({ at: 100, body: [card(59), card(1)], after })
    rerender({ of: only })
    expect(result.current).toMatchObject({ isSearching: true, isEmpty: false })
    expect(result.current.items?.every(odd)).toBe(true)
    come()
    await waitFor(() => expect(result.current.items?.map(({ text }) => text)).toEqual(['Words 59', 'Words 1']))
    expect(server.asked.at(-1)?.path).toContain('odd=yes')
    act(() => {
      for (const n of [61, 62]) pendingWrites.add(cardWrites, 'ruth', { base: null, wanted: card(n) })
    })
    expect(result.current.items?.[0]?.text).toBe('Words 61')
    expect(result.current.items?.[1]?.text).toBe('Words 59')
  })
})
