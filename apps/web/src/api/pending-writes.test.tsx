// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type InOneTab, inOneTab } from '../device/in-one-tab.ts'
import { createKeptWork } from '../device/kept-work.ts'
import { type Answer, answeringServer } from '../testing/answering-server.ts'
import { manyTurns, until } from '../testing/until.ts'
import { isOpen, type WriteKind } from './pending-write.ts'
import { createPendingWrites } from './pending-writes.ts'
import { SESSION_KEY } from './query-client.ts'

type Card = { readonly id: string; readonly revision: number; readonly text: string; readonly verse?: number }

const cards: WriteKind<Card> = {
  name: 'cards',
  history: 'note',
  call: ({ base, wanted }) =>
    wanted === null
      ? { method: 'DELETE', path: `/card/${base.id}` }
      : { method: base ? 'PUT' : 'POST', path: `/card/${wanted.id}`, body: { text: wanted.text } },
  touches: (userId, { verse = 1 }) => [['mine', userId, 'cards', verse]],
}

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const card = (text: string, revision = 1, id = 'a'): Card => ({ id, revision, text })

const pages: { end: () => Promise<void> }[] = []
// A write that still waits must not be sent during the next test.
afterEach(async () => {
  for (const page of pages.splice(0)) await page.end()
})

/** A page that `user` has open. The device's storage stays from one page to the next. */
const openPage = async (user: typeof ruth | null = ruth, once: InOneTab = inOneTab) => {
  const queries = new QueryClient()
  queries.setQueryData(SESSION_KEY, user)
  const work = createKeptWork()
  const tab = crypto.randomUUID()
  const writes = createPendingWrites(queries, { work, inOneTab: once, tab })
  writes.register(cards)
  await work.open()
  pages.push({
    end: async () => {
      writes.forget()
      writes.close()
      await work.settled()
      await work.close()
    },
  })
  const states = () => writes.of<Card>('cards', 'ruth').map(({ state }) => state.status)
  const settled = () => until(() => expect(writes.of('cards', 'ruth').some(isOpen)).toBe(false))
  return { queries, writes, work, states, settled, add: ((change) => writes.add(cards, 'ruth', change)) as Add }
}
type Add = (change: { base: Card | null; wanted: Card } | { base: Card; wanted: null }) => string

/** Answers each call with the next of these answers, and all further calls with the last. */
const answers = (...list: Answer[]) => {
  let turn = 0
  server.answer = () => list[Math.min(turn++, list.length - 1)] ?? {}
}
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('write.'))
const sent = () => server.asked.map(({ method, body, ifMatch }) => [method, (body as Card | undefined)?.text, ifMatch])

beforeEach(() => {
  server.asked.length = 0
  localStorage.clear()
})

describe('a pending write', () => {
  it('is sent once, says what came of it, and leaves nothing on the device', async () => {
    answers({ status: 201, body: card('One', 1), at: 7 })
    const { add, writes, work, settled } = await openPage()
    const key = add({ base: null, wanted: card('One', 0) })
    expect(work.keys('write.')).toHaveLength(1)
    await settled()
    expect(server.asked).toHaveLength(1)
    expect(server.asked[0]).toMatchObject({ method: 'POST', path: '/card/a', key, body: { text: 'One' } })
    expect(writes.of<Card>('cards', 'ruth')).toMatchObject([
      { state: { status: 'saved', item: card('One', 1), at: '7' } },
    ])
    await until(() => expect(kept()).toEqual([]))
  })

  it('is the same array each time, until it changes', async () => {
    answers({ body: card('One') })
    const { add, writes, settled } = await openPage()
    const before = writes.of('cards', 'ruth')
    expect(writes.of('cards', 'ruth')).toBe(before)
    add({ base: null, wanted: card('One') })
    const during = writes.of('cards', 'ruth')
    expect(during).not.toBe(before)
    expect(writes.of('cards', 'ruth')).toBe(during)
    await settled()
  })

  it('that gets no answer is sent again by itself, under the same key and with the same words', async () => {
    answers({ lost: true }, { status: 503, body: { code: 'store_unavailable' } }, { body: card('One') })
    const { add, writes, settled, states } = await openPage()
    const key = add({ base: null, wanted: card('One') })
    await until(() => expect(states()).toEqual(['waiting']))
    await until(() => expect(kept()).toHaveLength(1))
    writes.retry(key)
    await until(() => expect(server.asked).toHaveLength(2))
    await until(() => expect(states()).toEqual(['waiting']))
    writes.wake()
    await settled()
    expect(server.asked.map((asked) => asked.key)).toEqual([key, key, key])
    expect(states()).toEqual(['saved'])
  })

  it('is not asked for again at once: the waits grow', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    try {
      answers({ lost: true })
      const { add, states } = await openPage()
      add({ base: null, wanted: card('One') })
      const waiting = () => until(() => expect(states()).toEqual(['waiting']), 1)
      await waiting()
      vi.advanceTimersByTime(1_900)
      expect(server.asked).toHaveLength(1)
      vi.advanceTimersByTime(200)
      await until(() => expect(server.asked).toHaveLength(2))
      await waiting()
      vi.advanceTimersByTime(3_000)
      expect(server.asked).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is sent after its wait, also where the clock was set back by a month meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    try {
      answers({ lost: true })
      const { add, states } = await openPage()
      add({ base: null, wanted: card('One') })
      await until(() => expect(states()).toEqual(['waiting']), 1)
      vi.setSystemTime(Date.now() - 30 * 24 * 60 * 60_000)
      vi.advanceTimersByTime(2_100)
      await until(() => expect(server.asked).toHaveLength(2))
    } finally {
      vi.useRealTimers()
    }
  })

  it('survives the page, and goes on on the next one under its key', async () => {
    answers({ lost: true }, { body: card('One') })
    const first = await openPage()
    const key = first.add({ base: null, wanted: card('One') })
    await until(() => expect(first.states()).toEqual(['waiting']))
    first.writes.close()
    await first.work.close()
    const second = await openPage()
    expect(second.states()).not.toEqual([])
    await second.settled()
    expect(server.asked.map((asked) => asked.key)).toEqual([key, key])
    await until(() => expect(kept()).toEqual([]))
  })

  it('is sent only for the person who made it', async () => {
    answers({ lost: true }, { body: card('One') })
    const { add, states, settled, queries, writes } = await openPage()
    add({ base: null, wanted: card('One') })
    await until(() => expect(states()).toEqual(['waiting']))
    for (const user of [null, { ...ruth, id: 'boaz' }]) {
      queries.setQueryData(SESSION_KEY, user)
      writes.wake()
      await openPage(user)
    }
    await manyTurns()
    expect(server.asked).toHaveLength(1)
    queries.setQueryData(SESSION_KEY, ruth)
    writes.wake()
    await settled()
    expect(states()).toEqual(['saved'])
  })

  it('of somebody who is not logged in any more is refused at once, and kept', async () => {
    const { add, writes } = await openPage(null)
    add({ base: null, wanted: card('One') })
    expect(writes.of<Card>('cards', 'ruth')).toMatchObject([{ state: { status: 'failed', error: { status: 401 } } }])
    expect(server.asked).toEqual([])
    await until(() => expect(kept()).toHaveLength(1))
  })

  it('is forgotten with everything else when the person logs out, also while it is on its way', async () => {
    let arrive = () => {}
    answers({ body: card('One'), after: new Promise<void>((resolve) => (arrive = resolve)) })
    const { add, writes } = await openPage()
    add({ base: null, wanted: card('One') })
    await until(() => expect(server.asked).toHaveLength(1))
    writes.forget()
    arrive()
    await manyTurns()
    expect(writes.of('cards', 'ruth')).toEqual([])
    await until(() => expect(kept()).toEqual([]))
  })
})

describe('several writes of one item', () => {
  it('are sent one after the other, each on what the one before it made', async () => {
    let arrive = () => {}
    const slow = new Promise<void>((resolve) => (arrive = resolve))
    answers({ body: card('One', 1), after: slow, at: 5 }, { body: card('Two', 2), at: 6 })
    const { add, settled, writes } = await openPage()
    add({ base: null, wanted: card('One', 0) })
    add({ base: card('One', 0), wanted: card('Two', 0) })
    await manyTurns()
    expect(server.asked).toHaveLength(1)
    arrive()
    await settled()
    expect(sent()).toEqual([
      ['POST', 'One', undefined],
      ['PUT', 'Two', '"1"'],
    ])
    // Only the last saved write of an item is remembered.
    expect(writes.of<Card>('cards', 'ruth')).toMatchObject([{ state: { status: 'saved', item: card('Two', 2) } }])
  })

  it('have the outcome of the one before on the device before that one goes from it', async () => {
    const { promise: after, resolve: arrive } = Promise.withResolvers<void>()
    answers({ body: card('Two', 5), after }, { lost: true })
    const { add } = await openPage()
    const first = add({ base: card('One', 4), wanted: card('Two', 4) })
    await until(() => expect(server.asked).toHaveLength(1))
    const second = add({ base: card('Two', 4), wanted: card('Three', 4) })
    await until(() => expect(kept()).toHaveLength(2))
    const { removeItem } = Storage.prototype
    const left: unknown[] = []
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(function (this: Storage, key) {
      if (key === `write.${first}`) left.push(JSON.parse(localStorage.getItem(`write.${second}`) ?? 'null'))
      removeItem.call(this, key)
    })
    arrive()
    await until(() => expect(left).toMatchObject([{ base: { revision: 5 } }]))
    vi.restoreAllMocks()
  })

  it('are one while none of them was sent', async () => {
    answers({ lost: true }, { body: card('One', 1) }, { body: card('Four', 2) })
    const { add, settled, states, writes } = await openPage()
    add({ base: null, wanted: card('One') })
    await until(() => expect(states()).toEqual(['waiting']))
    for (const text of ['Two', 'Three', 'Four']) add({ base: card('One'), wanted: card(text) })
    await until(() => expect(kept()).toHaveLength(2))
    writes.wake()
    await settled()
    expect(sent().slice(1)).toEqual([
      ['POST', 'One', undefined],
      ['PUT', 'Four', '"1"'],
    ])
  })

  it('are none where it was made and removed before anything was sent', async () => {
    answers({ lost: true })
    const { add, writes, states } = await openPage()
    const marks = writes.register({ ...cards, name: 'marks', lane: () => 'one after the other' })
    add({ base: null, wanted: card('One') })
    writes.add(marks, 'ruth', { base: null, wanted: card('First') })
    await until(() => expect(states()).toEqual(['waiting']))
    writes.add(marks, 'ruth', { base: null, wanted: card('Second', 0, 'b') })
    writes.add(marks, 'ruth', { base: card('Second', 0, 'b'), wanted: null })
    expect(writes.of('marks', 'ruth').map(({ itemId }) => itemId)).toEqual(['a'])
    await until(() => expect(kept()).toHaveLength(2))
  })

  it('of different items do not wait for each other, unless their kind says so', async () => {
    answers({ after: new Promise(() => {}) })
    const { add, writes } = await openPage()
    add({ base: null, wanted: card('One', 1, 'a') })
    add({ base: null, wanted: card('One', 1, 'b') })
    await until(() => expect(server.asked).toHaveLength(2))
    const marks: WriteKind<Card> = { ...cards, name: 'marks', lane: ({ verse }) => String(verse) }
    writes.register(marks)
    writes.add(marks, 'ruth', { base: null, wanted: { ...card('One', 1, 'c'), verse: 16 } })
    writes.add(marks, 'ruth', { base: null, wanted: { ...card('One', 1, 'd'), verse: 16 } })
    writes.add(marks, 'ruth', { base: null, wanted: { ...card('One', 1, 'e'), verse: 17 } })
    await until(() => expect(server.asked).toHaveLength(4))
    expect(server.asked.map(({ path }) => path).toSorted()).toEqual(['/card/a', '/card/b', '/card/c', '/card/e'])
    server.answer = () => ({ status: 400 })
  })
})

describe('a write that was refused', () => {
  const current = card('From the phone', 4)
  it.each<[string, Answer, object]>([
    [
      'is a conflict where somebody else saved meanwhile',
      { status: 412, body: { current } },
      { status: 'conflict', current },
    ],
    ['is of an item that is gone', { status: 404, body: { code: 'note_not_found' } }, { status: 'gone' }],
    [
      'has failed otherwise',
      { status: 403, body: { code: 'quota', message: 'Full.', params: { max: 5 } } },
      { status: 'failed', error: { status: 403, code: 'quota', message: 'Full.', params: { max: 5 } } },
    ],
  ])('%s, and its words stay on the device until somebody decides', async (_what, answer, state) => {
    answers(answer)
    const { add, settled, writes } = await openPage()
    const key = add({ base: card('One', 3), wanted: card('Two', 3) })
    await settled()
    expect(writes.of<Card>('cards', 'ruth')).toMatchObject([{ wanted: card('Two', 3), state }])
    const next = await openPage()
    expect(next.writes.of<Card>('cards', 'ruth')).toMatchObject([{ wanted: card('Two', 3), state }])
    expect(server.asked).toHaveLength(1)
    next.writes.drop(key)
    await until(() => expect(kept()).toEqual([]))
    expect((await openPage()).states()).toEqual([])
  })

  it('gives way to the next one of the same item', async () => {
    answers({ status: 412, body: { current } }, { body: card('Mine', 5) })
    const { add, settled, states } = await openPage()
    add({ base: card('One', 3), wanted: card('Two', 3) })
    await settled()
    add({ base: current, wanted: card('Mine', 4) })
    await settled()
    expect(sent().at(-1)).toEqual(['PUT', 'Mine', '"4"'])
    expect(states()).toEqual(['saved'])
    await until(() => expect(kept()).toEqual([]))
  })

  it('hands its place to words that were written meanwhile', async () => {
    answers({ lost: true }, { status: 412, body: { current } })
    const { add, settled, states, writes } = await openPage()
    add({ base: card('One', 3), wanted: card('Two', 3) })
    await until(() => expect(states()).toEqual(['waiting']))
    add({ base: card('Two', 3), wanted: card('Three', 3) })
    writes.wake()
    await settled()
    expect(writes.of<Card>('cards', 'ruth')).toMatchObject([
      { base: card('One', 3), wanted: card('Three', 3), state: { status: 'conflict', current } },
    ])
  })

  it('ends the session where the server knows of none, and does not wait until that is told', async () => {
    answers({ status: 401, body: { code: 'not_logged_in' } })
    const { add, settled, states, queries } = await openPage()
    add({ base: null, wanted: card('One') })
    await settled()
    expect(states()).toEqual(['failed'])
    expect(queries.getQueryData(SESSION_KEY)).toBeNull()
  })

  it('for want of a session, after it had waited, is sent once the person is back', async () => {
    answers({ lost: true }, { status: 401 }, { body: card('One') })
    const { add, settled, states, queries, writes } = await openPage()
    add({ base: null, wanted: card('One') })
    await until(() => expect(states()).toEqual(['waiting']))
    writes.wake()
    await until(() => expect(queries.getQueryData(SESSION_KEY)).toBeNull())
    writes.wake()
    await manyTurns()
    expect(server.asked).toHaveLength(2)
    queries.setQueryData(SESSION_KEY, ruth)
    writes.wake()
    await settled()
    expect(states()).toEqual(['saved'])
  })

  it('of a locked account is told at the first try, and after it had waited goes on waiting until it is unlocked', async () => {
    const locked = { status: 403, body: { code: 'account_locked' } }
    answers(locked, { lost: true }, locked, { body: card('Two') })
    const { add, settled, states, writes } = await openPage()
    add({ base: null, wanted: card('One') })
    await settled()
    expect(states()).toEqual(['failed'])
    add({ base: null, wanted: card('Two') })
    for (const tries of [2, 3]) {
      await until(() => expect(server.asked).toHaveLength(tries))
      await until(() => expect(states()).toEqual(['waiting']))
      writes.wake()
    }
    await settled()
    expect(states()).toEqual(['saved'])
  })

  it('is none where what was to be removed is gone already', async () => {
    answers({ status: 404 })
    const { add, settled, states } = await openPage()
    add({ base: card('One'), wanted: null })
    await settled()
    expect(states()).toEqual(['saved'])
  })
})

describe('after a write', () => {
  it('what shows the item is asked for again, where it was and where it is, and nothing else', async () => {
    answers({ body: card('One', 2) })
    const { queries, add, settled } = await openPage()
    const keys = [
      ['mine', 'ruth', 'cards', 16],
      ['mine', 'ruth', 'cards', 17],
      ['mine', 'ruth', 'cards', 18],
      ['mine', 'ruth', 'other'],
    ]
    for (const key of keys) queries.setQueryData(key, [])
    add({ base: { ...card('One'), verse: 16 }, wanted: { ...card('One'), verse: 17 } })
    await settled()
    expect(keys.map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual([true, true, false, false])
  })
})

describe('two tabs', () => {
  /** Like a browser's lock: runs one task after the other. */
  const oneAfterTheOther = (): InOneTab => {
    let last: Promise<void> = Promise.resolve()
    return (_name, work) => {
      last = last.then(work)
      return last
    }
  }
  const openTwo = async () => {
    const once = oneAfterTheOther()
    return [await openPage(ruth, once), await openPage(ruth, once)] as const
  }
  const current = card('From the other tab', 2)

  it('show the same, and send it once', async () => {
    let arrive = () => {}
    const slow = new Promise<void>((resolve) => (arrive = resolve))
    answers({ body: card('One', 1), after: slow, at: 7 })
    const [one, other] = await openTwo()
    one.add({ base: null, wanted: card('One', 0) })
    await until(() => expect(other.states()).toEqual(['sending']))
    other.queries.setQueryData(['mine', 'ruth', 'cards', 1], [])
    arrive()
    await until(() => expect(other.states()).toEqual(['saved']))
    expect(one.states()).toEqual(['saved'])
    // The other tab fetches its own queries again, too.
    expect(other.queries.getQueryState(['mine', 'ruth', 'cards', 1])?.isInvalidated).toBe(true)
    await manyTurns()
    expect(server.asked).toHaveLength(1)
  })

  it('go on with what the other one had when it was closed', async () => {
    answers({ lost: true }, { body: card('One', 1) })
    const [one, other] = await openTwo()
    const key = one.add({ base: null, wanted: card('One', 0) })
    await until(() => expect(other.states()).toEqual(['waiting']))
    await until(() => expect(server.asked).toHaveLength(1))
    one.writes.close()
    other.writes.wake()
    await other.settled()
    expect(server.asked.map((asked) => asked.key)).toEqual([key, key])
    expect(other.states()).toEqual(['saved'])
  })

  it('that both changed an item without knowing of each other are in conflict: no words are lost', async () => {
    answers({ lost: true }, { body: card('From one', 2), at: 5 }, { status: 412, body: { current } })
    const [one, other] = await openTwo()
    one.add({ base: card('Before', 1), wanted: card('From one', 1) })
    await until(() => expect(other.states()).toEqual(['waiting']))
    // The other tab's editor was opened before the first tab's write.
    other.add({ base: card('Before', 1), wanted: card('From the other', 1) })
    one.writes.wake()
    await other.settled()
    expect(sent().slice(1)).toEqual([
      ['PUT', 'From one', '"1"'],
      ['PUT', 'From the other', '"1"'],
    ])
    expect(other.states()).toEqual(['conflict'])
  })

  it('that go on where the other one left off are not', async () => {
    answers({ lost: true }, { body: card('From one', 2), at: 5 }, { body: card('On that', 3), at: 6 })
    const [one, other] = await openTwo()
    one.add({ base: card('Before', 1), wanted: card('From one', 1) })
    await until(() => expect(other.states()).toEqual(['waiting']))
    other.add({ base: card('From one', 1), wanted: card('On that', 1) })
    one.writes.wake()
    await other.settled()
    expect(sent().slice(1)).toEqual([
      ['PUT', 'From one', '"1"'],
      ['PUT', 'On that', '"2"'],
    ])
  })

  it('forget together what a person had who logs out, and nothing of another person', async () => {
    answers({ lost: true })
    const [one, other] = await openTwo()
    one.add({ base: null, wanted: card('One', 0) })
    one.writes.add(cards, 'boaz', { base: null, wanted: card('His', 0, 'b') })
    await until(() => expect(other.writes.of('cards', 'boaz')).toHaveLength(1))
    one.writes.forget('ruth')
    await until(() => expect(other.states()).toEqual([]))
    expect(other.writes.of('cards', 'boaz')).toHaveLength(1)
  })
})

describe('a page whose person is another one meanwhile', () => {
  it('says whose its write is, and keeps it when the server refuses it', async () => {
    answers({ status: 403, body: { code: 'other_person' } })
    const { queries, add, states } = await openPage()
    add({ base: null, wanted: card('One', 0) })
    await until(() => expect(server.asked).toMatchObject([{ person: 'ruth' }]))
    await until(() => expect(states()).toEqual(['waiting']))
    expect(queries.getQueryState(SESSION_KEY)?.isInvalidated).toBe(true)
  })
})

describe('what was done', () => {
  const sentPaths = () => server.asked.map(({ method, path, body }) => [method, path, body])

  it('is taken back by restoring the revision from before it, and is there again at once', async () => {
    answers({ body: { message: 'ok' }, at: 8 }, { body: card('One', 3), at: 9 })
    const { add, writes, settled } = await openPage()
    const one = card('One', 1)
    const key = add({ base: one, wanted: null })
    await settled()
    const undoing = writes.undo(cards, key, one)
    expect(writes.of<Card>('cards', 'ruth').at(-1)).toMatchObject({ key: undoing, wanted: one })
    await settled()
    expect(sentPaths()).toEqual([
      ['DELETE', '/card/a', undefined],
      ['POST', '/api/history/note/a/restore', { revision: 1 }],
    ])
    expect(writes.of<Card>('cards', 'ruth').at(-1)?.state).toMatchObject({ status: 'saved', item: card('One', 3) })
  })

  it('while it is on its way, is taken back after it, with the revision that it had; also on a page that is loaded anew', async () => {
    answers({ lost: true })
    const first = await openPage()
    first.queries.setQueryData(SESSION_KEY, ruth)
    const one = card('One', 4)
    const key = first.add({ base: one, wanted: null })
    await until(() => expect(first.states()).toEqual(['waiting']))
    first.writes.undo(cards, key, one)
    await until(() => expect(kept()).toHaveLength(2))
    server.asked.length = 0
    answers({ body: { message: 'ok' }, at: 8 }, { body: card('One', 6), at: 9 })
    first.writes.close()
    await first.work.close()
    const second = await openPage()
    await second.settled()
    expect(sentPaths()).toEqual([
      ['DELETE', '/card/a', undefined],
      ['POST', '/api/history/note/a/restore', { revision: 4 }],
    ])
    await until(() => expect(kept()).toEqual([]))
  })

  it('and was refused has nothing to be taken back', async () => {
    let refuse: (value?: unknown) => void = () => undefined
    const after = new Promise((resolve) => {
      refuse = resolve
    })
    answers({ status: 412, body: { code: 'revision_mismatch', current: card('Other', 2) }, after })
    const { add, writes, settled } = await openPage()
    const one = card('One', 1)
    const key = add({ base: one, wanted: null })
    writes.undo(cards, key, one)
    refuse()
    await settled()
    expect(writes.of('cards', 'ruth')).toEqual([])
    expect(server.asked).toHaveLength(1)
  })

  it('and was never sent is not sent; words that were not sent either come first', async () => {
    let go: (value?: unknown) => void = () => undefined
    const after = new Promise((resolve) => {
      go = resolve
    })
    answers({ body: card('Two', 2), after }, { body: card('Three', 3) })
    const { add, writes, settled } = await openPage()
    add({ base: card('One', 1), wanted: card('Two', 1) })
    add({ base: card('Two', 1), wanted: card('Three', 1) })
    const key = add({ base: card('Three', 1), wanted: null })
    expect(writes.of('cards', 'ruth')).toHaveLength(3)
    expect(writes.undo(cards, key, card('Three', 1))).toBeNull()
    go()
    await settled()
    expect(sent()).toEqual([
      ['PUT', 'Two', '"1"'],
      ['PUT', 'Three', '"2"'],
    ])
  })

  const [blue, red] = [card('Blue', 1, 'b'), card('Red', 1, 'b')]
  it.each([
    ['changed', { base: blue, wanted: red }],
    ['removed', { base: blue, wanted: null }],
  ])('to a new item that was never sent is taken back, and the item is sent as it was: %s', async (_what, change) => {
    answers({ lost: true })
    const { writes, settled } = await openPage()
    const marks = writes.register({ ...cards, name: 'marks', lane: () => 'one after the other' })
    writes.add(marks, 'ruth', { base: null, wanted: card('First') })
    writes.add(marks, 'ruth', { base: null, wanted: blue })
    await until(() => expect(writes.of('marks', 'ruth')[0]?.state).toMatchObject({ tries: 1 }))
    const key = writes.add(marks, 'ruth', change)
    writes.undo(marks, key, blue)
    expect(writes.of<Card>('marks', 'ruth').map(({ base, wanted }) => [base, wanted?.text])).toEqual([
      [null, 'First'],
      [null, 'Blue'],
    ])
    server.answer = ({ body }) => ({ status: 201, body: card((body as Card).text) })
    writes.wake()
    await settled()
    await until(() => expect(server.asked).toHaveLength(3))
    expect(sent().slice(1)).toEqual([
      ['POST', 'First', undefined],
      ['POST', 'Blue', undefined],
    ])
    await until(() => expect(kept()).toEqual([]))
  })

  it.each([
    ['is on its way', 1],
    ['waits behind it', 0],
  ])('is not taken back together with a later change, which %s', async (_how, decided) => {
    const { promise: after, resolve: go } = Promise.withResolvers<void>()
    const late = (at: number) => (at >= decided ? { after } : {})
    const current = card('Three', 3)
    answers(
      { body: card('Two', 2), ...late(0) },
      { body: current, ...late(1) },
      { status: 412, body: { code: 'revision_mismatch', current } },
    )
    const { add, writes, states, settled } = await openPage()
    const one = card('One', 1)
    const key = add({ base: one, wanted: card('Two', 1) })
    await until(() => expect(states()).toEqual([decided === 1 ? 'saved' : 'sending']))
    add({ base: card('Two', decided + 1), wanted: card('Three', decided + 1) })
    await until(() => expect(server.asked).toHaveLength(decided + 1))
    const undoing = writes.undo(cards, key, one)
    go()
    await settled()
    expect(server.asked.at(-1)).toMatchObject({ key: undoing, body: { revision: 1 }, ifMatch: '"2"' })
    expect(writes.of<Card>('cards', 'ruth').at(-1)?.state).toEqual({ status: 'conflict', current })
    // The item was changed again after the write.
    expect(writes.undo(cards, key, one)).toBeUndefined()
  })

  it('behind a change that was refused is taken back alone', async () => {
    const [green, pink, pinkLine] = [card('Green'), card('Pink'), card('Pink line')]
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    const refused = { status: 403, body: { code: 'quota', message: 'Full.' }, after }
    answers({ body: green }, refused, { body: card('Pink line', 2) }, { body: card('Pink', 3) })
    const { writes } = await openPage()
    const marks = writes.register({ ...cards, name: 'marks' })
    const add = (base: Card | null, wanted: Card) => writes.add(marks, 'ruth', { base, wanted })
    const stateOf = (key: string) => writes.of('marks', 'ruth').find((write) => write.key === key)?.state.status
    const first = add(null, green)
    await until(() => expect(stateOf(first)).toBe('saved'))
    add(green, pink)
    await until(() => expect(server.asked).toHaveLength(2))
    const key = add(pink, pinkLine)
    answer()
    await until(() => expect(stateOf(key)).toBe('saved'))
    writes.undo(marks, key, pink)
    await until(() => expect(server.asked).toHaveLength(4))
    expect(sent().slice(2)).toEqual([
      ['PUT', 'Pink line', '"1"'],
      ['PUT', 'Pink', '"2"'],
    ])
  })

  it.each([
    ['a new item', 'is saved'],
    ['a new item', 'is on its way'],
    ['another item', 'is saved'],
    ['another item', 'is on its way'],
  ])('in one write with the change before it is taken back alone: behind %s, where it %s', async (ahead, how) => {
    const [green, pink, pinkLine] = [card('Green'), card('Pink'), card('Pink line')]
    const { promise: first, resolve: answerFirst } = Promise.withResolvers<void>()
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    answers(
      { body: green, after: first },
      { body: card('Pink line', 2), ...(how === 'is on its way' && { after }) },
      { body: card('Pink', 3) },
    )
    const { writes } = await openPage()
    const marks = writes.register({ ...cards, name: 'marks', lane: () => 'one after the other' })
    const add = (base: Card | null, wanted: Card) => writes.add(marks, 'ruth', { base, wanted })
    const isNew = ahead === 'another item'
    add(null, isNew ? card('Green', 1, 'b') : green)
    await until(() => expect(server.asked).toHaveLength(1))
    add(isNew ? null : green, pink)
    const key = add(pink, pinkLine)
    answerFirst()
    await until(() => expect(server.asked).toHaveLength(2))
    const state = () => writes.of('marks', 'ruth').find((write) => write.key === key)?.state.status
    if (how === 'is saved') await until(() => expect(state()).toBe('saved'))
    writes.undo(marks, key, pink)
    answer()
    await until(() => expect(server.asked).toHaveLength(3))
    expect(sent()).toEqual([
      ['POST', 'Green', undefined],
      [isNew ? 'POST' : 'PUT', 'Pink line', isNew ? undefined : '"1"'],
      ['PUT', 'Pink', '"2"'],
    ])
    await until(() => expect(writes.of('marks', 'ruth').some(isOpen)).toBe(false))
    expect(writes.of<Card>('marks', 'ruth').at(-1)?.state).toMatchObject({ status: 'saved', item: { text: 'Pink' } })
  })

  it('and failed has nothing to be taken back, also behind a later change', async () => {
    const { promise: after, resolve: go } = Promise.withResolvers<void>()
    answers({ status: 413, body: { code: 'too_large' }, after }, { body: card('Three', 2) })
    const { add, writes, states, settled } = await openPage()
    const key = add({ base: card('One', 1), wanted: card('Two', 1) })
    await until(() => expect(states()).toEqual(['sending']))
    add({ base: card('Two', 1), wanted: card('Three', 1) })
    writes.undo(cards, key, card('One', 1))
    go()
    await settled()
    expect(sent()).toEqual([
      ['PUT', 'Two', '"1"'],
      ['PUT', 'Three', '"1"'],
    ])
  })

  it('is taken back where it was new by removing it', async () => {
    answers({ status: 201, body: card('One', 1) }, { body: { message: 'ok' } })
    const { add, writes, settled } = await openPage()
    const key = add({ base: null, wanted: card('One', 0) })
    await settled()
    writes.undo(cards, key, null)
    await settled()
    expect(sentPaths().at(-1)).toEqual(['DELETE', '/card/a', undefined])
  })

  it('and is as it was already counts as taken back', async () => {
    answers({ body: { message: 'ok' }, at: 8 }, { status: 409, body: { code: 'already_current' } })
    const { add, writes, settled } = await openPage()
    const key = add({ base: card('One', 1), wanted: null })
    await settled()
    writes.undo(cards, key, card('One', 1))
    await settled()
    expect(writes.of<Card>('cards', 'ruth').at(-1)?.state.status).toBe('saved')
  })
})
