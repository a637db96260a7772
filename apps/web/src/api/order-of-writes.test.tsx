// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inOneTab } from '../device/in-one-tab.ts'
import { createKeptWork } from '../device/kept-work.ts'
import { type Answer, type Asked, answeringServer } from '../testing/answering-server.ts'
import { until } from '../testing/until.ts'
import type { WriteKind } from './pending-write.ts'
import { createPendingWrites } from './pending-writes.ts'
import { SESSION_KEY } from './query-client.ts'

// Waiting writes of one item, and writes of one lane (`WriteKind.lane`), are sent in the order in which the person made
// them. Writes of different lanes do not wait for each other.

type Thing = { readonly id: string; readonly revision: number; readonly text: string; readonly verse: number }

const kind = (name: string, more: Partial<WriteKind<Thing>> = {}): WriteKind<Thing> => ({
  name,
  history: 'note',
  call: ({ base, wanted }) =>
    wanted === null
      ? { method: 'DELETE', path: `/${name}/${base.id}` }
      : { method: base ? 'PUT' : 'POST', path: `/${name}/${wanted.id}`, body: wanted },
  touches: () => [],
  ...more,
})
const notes = kind('notes')
const sermons = kind('sermons')
/** Two highlights never have the same verse, so a verse is a lane. */
const highlights = kind('highlights', { lane: ({ verse }) => String(verse), whicheverRevision: true })

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const thing = (id: string, text: string, verse = 1): Thing => ({ id, text, verse, revision: 1 })

/** The server's items by path, and its answers by Idempotency-Key. */
const has = new Map<string, Thing>()
const did = new Map<string, Answer>()
const done: string[] = []

/** Answers as the app's server does: each key once, and only on the revision in If-Match. */
const obey = ({ method, path, body, ifMatch, key = '' }: Asked): Answer => {
  const before = did.get(key)
  if (before) return before
  const there = has.get(path)
  const sent = body as Thing | undefined
  const refused = (status: number): Answer => ({ status, body: { code: 'refused', current: there } })
  const isTaken = [...has].some(
    ([other, { verse }]) => other !== path && other.startsWith('/highlights/') && verse === sent?.verse,
  )
  if (method === 'POST' && (there || (path.startsWith('/highlights/') && isTaken))) return refused(409)
  if (method !== 'POST' && !there) return refused(404)
  if (ifMatch !== undefined && ifMatch !== `"${there?.revision}"`) return refused(412)
  const next = sent && { ...sent, revision: (there?.revision ?? 0) + 1 }
  if (next) has.set(path, next)
  else has.delete(path)
  done.push(`${method} ${path}`)
  const answer = { status: 200, body: next ?? { message: 'ok' }, at: done.length }
  did.set(key, answer)
  return answer
}

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of open.splice(0)) await end()
})
const openPage = async () => {
  const queries = new QueryClient()
  queries.setQueryData(SESSION_KEY, ruth)
  const work = createKeptWork()
  const writes = createPendingWrites(queries, { work, inOneTab, tab: crypto.randomUUID() })
  for (const one of [notes, sermons, highlights]) writes.register(one)
  await work.open()
  const close = async () => {
    writes.close()
    await work.settled()
    await work.close()
  }
  open.push(async () => {
    writes.forget()
    await close()
  })
  return { writes, close }
}

/** Makes several writes of each kind, in mixed order, while the server is away. */
const writeAll = ({ add }: Awaited<ReturnType<typeof openPage>>['writes']) => {
  const [note, sermon, mark, next] = [
    thing('a', 'New'),
    thing('s', 'Written'),
    thing('m', 'yellow', 16),
    thing('n', 'green', 16),
  ]
  add(notes, 'ruth', { base: null, wanted: note })
  add(sermons, 'ruth', { base: sermon, wanted: { ...sermon, text: 'Written again' } })
  add(highlights, 'ruth', { base: null, wanted: mark })
  add(notes, 'ruth', { base: note, wanted: { ...note, text: 'Edited' } })
  add(highlights, 'ruth', { base: mark, wanted: { ...mark, text: 'blue' } })
  add(sermons, 'ruth', { base: { ...sermon, text: 'Written again' }, wanted: null })
  add(highlights, 'ruth', { base: { ...mark, text: 'blue' }, wanted: null })
  add(highlights, 'ruth', { base: null, wanted: next })
}

beforeEach(() => {
  server.asked.length = 0
  server.answer = () => ({ lost: true })
  has.clear()
  did.clear()
  done.length = 0
  has.set('/sermons/s', thing('s', 'Written'))
})

const of = (path: string) => done.filter((one) => one.includes(path))
const expectInOrder = () => {
  expect(of('/notes/')).toEqual(['POST /notes/a', 'PUT /notes/a'])
  expect(of('/sermons/')).toEqual(['PUT /sermons/s', 'DELETE /sermons/s'])
  // The server refuses n as long as m has the same verse, so the removal of m must come first.
  expect(of('/highlights/').slice(-2)).toEqual(['DELETE /highlights/m', 'POST /highlights/n'])
  expect([...has].map(([path, { text }]) => [path, text]).toSorted()).toEqual([
    ['/highlights/n', 'green'],
    ['/notes/a', 'Edited'],
  ])
}

describe('writes of several kinds that wait', () => {
  it.each([0, 1, 2, 3, 4, 5, 6])(
    'go out in order where the server fails after %i of them, and its last answer is lost, also after the browser was closed',
    async (before) => {
      const first = await openPage()
      writeAll(first.writes)
      await until(() => expect(first.writes.unsent('ruth').every(({ state }) => state.status === 'waiting')).toBe(true))
      const waited = first.writes.unsent('ruth').length
      await first.close()

      let left = before
      server.answer = (asked) => {
        left -= 1
        if (left < -1) return { lost: true }
        const answer = obey(asked)
        return left < 0 ? { lost: true } : answer
      }
      const second = await openPage()
      await until(() => expect(second.writes.unsent('ruth').length).toBe(waited - before))
      await until(() => expect(left).toBeLessThan(0))
      await second.close()

      server.answer = obey
      const third = await openPage()
      await until(() => expect(third.writes.unsent('ruth')).toEqual([]))
      expectInOrder()
    },
  )

  it('go out in order though the clock of the device was set back between them', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const first = await openPage()
      const note = thing('a', 'New')
      vi.setSystemTime(new Date('2026-05-01T12:00:00Z'))
      first.writes.add(notes, 'ruth', { base: null, wanted: note })
      await until(() => expect(first.writes.unsent('ruth')).toMatchObject([{ state: { tries: 1 } }]))
      vi.setSystemTime(new Date('2026-05-01T11:00:00Z'))
      first.writes.add(notes, 'ruth', { base: note, wanted: { ...note, text: 'Edited' } })
      await first.close()
      server.answer = obey
      const second = await openPage()
      await until(() => expect(done).toEqual(['POST /notes/a', 'PUT /notes/a']))
      await until(() => expect(second.writes.unsent('ruth')).toEqual([]))
      expect(has.get('/notes/a')?.text).toBe('Edited')
    } finally {
      vi.useRealTimers()
    }
  })

  it('go out in order though they were made in one moment', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const first = await openPage()
      const texts = Array.from({ length: 12 }, (_, at) => String(at))
      // Each write has its own turn. The random keys in the database are in no order.
      for (const id of texts) first.writes.add(highlights, 'ruth', { base: null, wanted: thing(id, id, Number(id)) })
      await first.close()
      const second = await openPage()
      await until(() => expect(second.writes.unsent('ruth').map(({ itemId }) => itemId)).toEqual(texts))
    } finally {
      vi.useRealTimers()
    }
  })

  it('go out as soon as the device can read them, where a sleeping tab of an older build held the database', async () => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    const older = await openDB('pathlight', 1, { upgrade: (db) => void db.createObjectStore('work') })
    const write = {
      key: 'k',
      kind: 'notes',
      userId: 'ruth',
      itemId: 'a',
      lane: 'a',
      base: null,
      wanted: thing('a', 'New'),
    }
    const state = { status: 'waiting', tries: 1, due: 0 }
    await older.put('work', { ...write, madeAt: '2026-05-01T12:00:00.000Z', state }, 'write.k')
    server.answer = obey
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const opening = openPage()
    await vi.advanceTimersByTimeAsync(11_000)
    const page = await opening
    vi.useRealTimers()
    expect(page.writes.unsent('ruth')).toEqual([])
    older.close()
    await until(() => expect(done).toEqual(['POST /notes/a']))
    await page.close()
    vi.unstubAllGlobals()
  })
})
