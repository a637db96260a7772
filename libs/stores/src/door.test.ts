import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openDoor, type Place } from './door.ts'

/**
 * A client that sends requests from the time `from` on. It sends one whenever fewer than `atOnce` of its requests are
 * open, but at most one every `everyMs`.
 */
type Stream = {
  readonly path: readonly string[]
  /** The processor time of a request, in milliseconds. */
  readonly ms: number
  readonly atOnce: number
  readonly everyMs?: number
  readonly from?: number
  /** Whether each request comes from another connection: the second-last element of its path is then a new one. */
  readonly anew?: boolean
}
type Outcome = { done: number; worked: number; readonly waits: number[] }

const full = () => new Error('full')
const OPTIONS = { places: 3, mostWaiting: 1_000, beyond: [16, 1, 1, 1], full }

/**
 * Simulates clients that send requests, and a processor that works on each admitted request for a millisecond in turn.
 * Each millisecond of work is charged at once. Returns the outcome of each client, the wait that 95 % of a client's
 * requests do not exceed (`p95`), and the most requests that were at work at once.
 */
const simulate = async (streams: readonly Stream[], totalMs: number, options = OPTIONS) => {
  const door = openDoor(options)
  const outcomes = streams.map((): Outcome => ({ done: 0, worked: 0, waits: [] }))
  const underWay = streams.map(() => 0)
  const last = streams.map(({ from = 0, everyMs = 0 }) => from - everyMs)
  const atWork: { left: number; end: () => void; tick: () => void }[] = []
  let most = 0
  let now = 0
  for (; now < totalMs; now++) {
    for (const [n, stream] of streams.entries()) {
      const outcome = outcomes[n] as Outcome
      const isDue = () =>
        now >= (stream.from ?? 0) && (underWay[n] ?? 0) < stream.atOnce && now - (last[n] ?? 0) >= (stream.everyMs ?? 0)
      while (isDue()) {
        underWay[n] = (underWay[n] ?? 0) + 1
        last[n] = now
        const asked = now
        const end = () => {
          underWay[n] = (underWay[n] ?? 0) - 1
        }
        const path = stream.anew ? stream.path.with(-2, `${n} ${now} ${underWay[n]}`) : stream.path
        const begin = (place: Place) =>
          atWork.push({
            left: stream.ms,
            tick: () => {
              outcome.worked += 1
              place.charge(1)
            },
            end: () => {
              outcome.waits.push(now + 1 - asked)
              place.leave()
              outcome.done += 1
              end()
            },
          })
        void door.enter(path).place.then(begin, end)
      }
    }
    await turn()
    most = Math.max(most, atWork.length)
    const one = atWork.shift()
    if (one === undefined) continue
    one.left -= 1
    one.tick()
    if (one.left > 0) atWork.push(one)
    else one.end()
  }
  const slowest = (n: number) => [...(outcomes[n]?.waits ?? [])].sort((a, b) => a - b)
  return { outcomes, p95: (n: number) => slowest(n)[Math.floor((slowest(n).length * 95) / 100)] ?? 0, most }
}

const guests = (address: string, connection: string) => [address, 'guests', connection, 'GET /']

describe('a processor that is asked for more than it can do', () => {
  it('is shared among addresses alike, and within an address among its people, whatever each asks for', async () => {
    const people = Array.from({ length: 10 }, (_, n) => ({ path: ['a', `person ${n}`, 'x'], ms: 5, atOnce: 4 }))
    const other = { path: ['b', 'person', 'x'], ms: 40, atOnce: 16 }
    const { outcomes } = await simulate([other, ...people], 20_000)
    const [alone = 0, ...each] = outcomes.map(({ worked }) => worked / 20_000)
    expect(alone).toBeCloseTo(0.5, 1)
    for (const share of each) expect(share).toBeCloseTo(0.05, 1)
    expect(Math.max(...each) / Math.min(...each)).toBeLessThan(1.3)
  })

  it('is shared by what requests cost, which is known after them, and not by how many they are', async () => {
    const { outcomes } = await simulate(
      [
        { path: ['a', 'hog', 'x'], ms: 30, atOnce: 16 },
        { path: ['b', 'modest', 'x'], ms: 1, atOnce: 16 },
      ],
      20_000,
    )
    const [hog, modest] = outcomes.map(({ worked }) => worked)
    expect((hog ?? 0) / (modest ?? 1)).toBeGreaterThan(0.75)
    expect((hog ?? 0) / (modest ?? 1)).toBeLessThan(1.33)
    expect(outcomes[1]?.done).toBeGreaterThan(9_000)
  })

  it('answers at once a caller that asks for little, beside long work at another address or at the same one', async () => {
    for (const mine of ['a', 'b']) {
      const reader = { path: [mine, 'reader', 'x'], ms: 2, atOnce: 1, everyMs: 100, from: 500 }
      const { p95, outcomes } = await simulate([{ path: ['a', 'hog', 'x'], ms: 400, atOnce: 50 }, reader], 20_000)
      expect(p95(1)).toBeLessThan(10)
      expect(outcomes[1]?.done).toBe(195)
      expect(outcomes[0]?.worked).toBeGreaterThan(19_000)
    }
  })

  it('answers ten readers behind one address beside a person who asks for much', async () => {
    const hog = { path: ['a', 'hog', 'x'], ms: 30, atOnce: 30 }
    const readers = Array.from({ length: 10 }, (_, n) => ({
      ...{ path: guests('a', `${n}`), ms: 3, atOnce: 1 },
      ...{ everyMs: 200, from: 500 + n * 17 },
    }))
    const { p95 } = await simulate([hog, ...readers], 20_000)
    for (let n = 1; n <= 10; n++) expect(p95(n)).toBeLessThan(60)
  })

  it('gives a caller with a new connection for each request no more than its address has among others', async () => {
    const many = { path: guests('a', ''), ms: 10, atOnce: 100, anew: true }
    const { outcomes, p95, most } = await simulate(
      [many, { path: ['b', 'x'], ms: 10, atOnce: 10 }, { path: ['a', 'reader', 'x'], ms: 2, atOnce: 1, everyMs: 100 }],
      20_000,
    )
    const [a = 0, b = 0] = outcomes.map(({ worked }) => worked)
    expect(b / (a + b)).toBeGreaterThan(0.45)
    // A signed-in person at the same address does not wait for the guests.
    expect(p95(2)).toBeLessThan(60)
    expect(most).toBeLessThan(10)
  })

  it('is given whole to one asker while no other asks', async () => {
    const { outcomes } = await simulate([{ path: ['a', 'x'], ms: 7, atOnce: 500 }], 5_000)
    expect(outcomes[0]?.worked).toBe(5_000)
  })

  it('does not count against an asker what it had while no other wanted it', async () => {
    const { p95 } = await simulate(
      [
        { path: ['a', 'x'], ms: 10, atOnce: 4 },
        { path: ['b', 'x'], ms: 10, atOnce: 4, from: 10_000 },
      ],
      20_000,
    )
    expect(p95(0)).toBeLessThan(150)
  })
})

describe('a door', () => {
  /**
   * A door, and work for it: each piece of work records its name when it begins, and lasts until the test calls `end`.
   */
  const workshop = (options: { places: number; mostWaiting: number }) => {
    const { admit } = openDoor({ ...options, full })
    const begun: string[] = []
    const ends: (() => void)[] = []
    const ask = (asker: string, name: string) =>
      admit(asker, async () => {
        begun.push(name)
        await new Promise<void>((resolve) => ends.push(resolve))
        return name
      })
    const end = async () => {
      ends.shift()?.()
      await turn()
      await turn()
    }
    return { begun, ask, end }
  }

  it('lets in so many at once, and goes round between those who ask', async () => {
    const { begun, ask, end } = workshop({ places: 1, mostWaiting: 10 })
    const all = Promise.all([ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('c', 'c1')])
    await turn()
    for (let n = 0; n < 5; n++) {
      expect(begun).toHaveLength(n + 1)
      await end()
    }
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
    expect(await all).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
  })

  it('refuses the one with the most waiting when too many wait', async () => {
    const { ask, end } = workshop({ places: 1, mostWaiting: 2 })
    const waits = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1')]
    const outcome = Promise.allSettled(waits)
    for (let n = 0; n < 4; n++) await end()
    expect((await outcome).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  })

  it('goes on after work that failed', async () => {
    const { admit } = openDoor({ places: 1, mostWaiting: 2, full })
    const failed = admit('a', () => Promise.reject(new Error('broken')))
    const next = admit('b', async () => 'done')
    await expect(failed).rejects.toThrow('broken')
    expect(await next).toBe('done')
  })

  it('has more places when there are more, and one more begins in each turn of the event loop', async () => {
    let places = 1
    const door = openDoor({ ...OPTIONS, places: () => places, beyond: [] })
    let begun = 0
    for (let n = 0; n < 5; n++) void door.enter(['a']).place.then(() => (begun += 1))
    await turn()
    await turn()
    expect(begun).toBe(1)
    places = 4
    door.fill()
    // One piece of work begins at once, and another in each turn of the event loop.
    for (const count of [3, 4, 4]) {
      await turn()
      expect(begun).toBe(count)
    }
  })

  it('gives no place to those who left while they waited, and gives each place back once', async () => {
    const door = openDoor({ ...OPTIONS, places: 1, beyond: [] })
    const begun: string[] = []
    const places: Place[] = []
    const enter = (name: string) => {
      const asked = door.enter([name])
      void asked.place.then(
        (place) => {
          begun.push(name)
          places.push(place)
        },
        () => undefined,
      )
      return asked
    }
    enter('a')
    const { withdraw, isWaiting } = enter('b')
    enter('c')
    enter('d')
    await turn()
    expect(isWaiting()).toBe(true)
    withdraw(new Error('left'))
    withdraw(new Error('left'))
    expect(isWaiting()).toBe(false)
    places[0]?.leave()
    places[0]?.leave()
    await turn()
    await turn()
    expect(begun).toEqual(['a', 'c'])
  })

  it('remembers a bounded number of those who asked, whatever they had', async () => {
    for (const ms of [0, 1_000]) {
      const door = openDoor({ ...OPTIONS, places: 2, beyond: [] })
      // One asker is always at work, so that the door does not drop all askers when it becomes idle.
      await door.enter(['always']).place
      for (let n = 0; n < 50_000; n++) {
        const { place, withdraw } = door.enter([`address ${n}`, 'guests', `${n}`, 'GET /'])
        withdraw(new Error('left'))
        const entered = await place.catch(() => null)
        entered?.charge(ms)
        entered?.leave()
      }
      expect(door.size()).toBeLessThan(25_000)
    }
  })
})
