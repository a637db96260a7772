import { describe, expect, it } from 'vitest'
import { takeTurns } from './take-turns.ts'

/** Asks, beginning at `from`: whenever fewer than `atOnce` of its requests are under way, and at most every `everyMs`. */
type Stream = {
  readonly path: readonly string[]
  /** What one takes of the processor. */
  readonly ms: number
  readonly atOnce: number
  readonly everyMs?: number
  readonly from?: number
  /** The last but one of the path is another one each time: a connection of its own. */
  readonly anew?: boolean
}
type Outcome = { done: number; worked: number; readonly waits: number[] }

const OPTIONS = { mostAtOnce: 3, mostWaiting: 1_000, mostBeyond: [16, 1, 1, 1], full: () => new Error('full') }

/**
 * One processor, a millisecond of it for each that is at work in turns, and clients that ask. What a request takes is known after it
 * alone: it is asked for as 1. Answers for each stream what it got, and how long each request took.
 */
const simulate = (streams: readonly Stream[], totalMs: number, options = OPTIONS) => {
  const turns = takeTurns(options)
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
        turns.enter(
          path,
          1,
          (turn) =>
            atWork.push({
              left: stream.ms,
              tick: () => {
                outcome.worked += 1
              },
              end: () => {
                outcome.waits.push(now + 1 - asked)
                turn.charge(stream.ms - 1)
                turn.leave()
                outcome.done += 1
                end()
              },
            }),
          end,
        )
      }
    }
    most = Math.max(most, atWork.length)
    const one = atWork.shift()
    if (one === undefined) continue
    one.left -= 1
    one.tick()
    if (one.left > 0) atWork.push(one)
    else one.end()
  }
  const slowest = (n: number) => [...(outcomes[n]?.waits ?? [])].sort((a, b) => a - b)
  return { outcomes, p95: (n: number) => slowest(n)[Math.floor((slowest(n).length * 95) / 100)] ?? 0, most, turns }
}

const guests = (address: string, connection: string) => [address, 'guests', connection, 'GET /']

describe('a processor that is asked for more than it can do', () => {
  it('is shared among addresses alike, and within an address among its people, whatever each asks for', () => {
    const people = Array.from({ length: 10 }, (_, n) => ({ path: ['a', `person ${n}`, 'x'], ms: 5, atOnce: 4 }))
    const other = { path: ['b', 'person', 'x'], ms: 40, atOnce: 16 }
    const { outcomes } = simulate([other, ...people], 20_000)
    const [alone = 0, ...each] = outcomes.map(({ worked }) => worked / 20_000)
    expect(alone).toBeCloseTo(0.5, 1)
    for (const share of each) expect(share).toBeCloseTo(0.05, 1)
    expect(Math.max(...each) / Math.min(...each)).toBeLessThan(1.3)
  })

  it('is shared by what requests cost, which is known after them, and not by how many they are', () => {
    const { outcomes } = simulate(
      [
        { path: ['a', 'hog', 'x'], ms: 30, atOnce: 16 },
        { path: ['b', 'modest', 'x'], ms: 1, atOnce: 16 },
      ],
      20_000,
    )
    const [hog, modest] = outcomes.map(({ worked }) => worked)
    expect((hog ?? 0) / (modest ?? 1)).toBeGreaterThan(0.9)
    expect((hog ?? 0) / (modest ?? 1)).toBeLessThan(1.1)
    expect(outcomes[1]?.done).toBeGreaterThan(9_000)
  })

  it('answers at once a caller that asks for little, beside long work at another address or at the same one', () => {
    for (const mine of ['a', 'b']) {
      const reader = { path: [mine, 'reader', 'x'], ms: 2, atOnce: 1, everyMs: 100, from: 500 }
      const { p95, outcomes } = simulate([{ path: ['a', 'hog', 'x'], ms: 400, atOnce: 50 }, reader], 20_000)
      expect(p95(1)).toBeLessThan(10)
      expect(outcomes[1]?.done).toBe(195)
      expect(outcomes[0]?.worked).toBeGreaterThan(19_000)
    }
  })

  it('answers ten readers behind one address beside a person who asks for much', () => {
    const hog = { path: ['a', 'hog', 'x'], ms: 30, atOnce: 30 }
    const readers = Array.from({ length: 10 }, (_, n) => ({
      ...{ path: guests('a', `${n}`), ms: 3, atOnce: 1 },
      ...{ everyMs: 200, from: 500 + n * 17 },
    }))
    const { p95 } = simulate([hog, ...readers], 20_000)
    for (let n = 1; n <= 10; n++) expect(p95(n)).toBeLessThan(60)
  })

  it('gives a caller with a new connection for each request no more than its address has among others', () => {
    const many = { path: guests('a', ''), ms: 10, atOnce: 100, anew: true }
    const { outcomes, p95, most } = simulate(
      [many, { path: ['b', 'x'], ms: 10, atOnce: 10 }, { path: ['a', 'reader', 'x'], ms: 2, atOnce: 1, everyMs: 100 }],
      20_000,
    )
    const [a = 0, b = 0] = outcomes.map(({ worked }) => worked)
    expect(b / (a + b)).toBeGreaterThan(0.45)
    // A person who is signed in at the same address does not wait behind them.
    expect(p95(2)).toBeLessThan(60)
    expect(most).toBeLessThan(10)
  })

  it('is given whole to one asker while no other asks', () => {
    const { outcomes } = simulate([{ path: ['a', 'x'], ms: 7, atOnce: 500 }], 5_000)
    expect(outcomes[0]?.worked).toBe(5_000)
  })

  it('does not count against an asker what it had while no other wanted it', () => {
    const { p95 } = simulate(
      [
        { path: ['a', 'x'], ms: 10, atOnce: 4 },
        { path: ['b', 'x'], ms: 10, atOnce: 4, from: 10_000 },
      ],
      20_000,
    )
    expect(p95(0)).toBeLessThan(100)
  })

  it('is not taken by those who left while they waited', () => {
    const turns = takeTurns({ ...OPTIONS, mostAtOnce: 1, mostBeyond: [] })
    const begun: string[] = []
    const ends: (() => void)[] = []
    const enter = (name: string) =>
      turns.enter(
        [name],
        1,
        ({ leave }) => {
          begun.push(name)
          ends.push(leave)
        },
        () => undefined,
      )
    enter('a')
    const withdraw = enter('b')
    enter('c')
    expect(turns.waiting()).toBe(2)
    withdraw()
    withdraw()
    expect(turns.waiting()).toBe(1)
    ends[0]?.()
    ends[0]?.()
    expect(begun).toEqual(['a', 'c'])
  })

  it('has more places when there are more', () => {
    let places = 1
    const turns = takeTurns({ ...OPTIONS, mostAtOnce: () => places, mostBeyond: [] })
    let begun = 0
    for (let n = 0; n < 5; n++)
      turns.enter(
        ['a'],
        1,
        () => {
          begun += 1
        },
        () => undefined,
      )
    expect(begun).toBe(1)
    places = 4
    turns.fill()
    expect(begun).toBe(4)
  })

  it('remembers a bounded number of those who asked', () => {
    const turns = takeTurns({ ...OPTIONS, mostAtOnce: 1 })
    // One asker is at work all the time, so that none is forgotten for want of work.
    turns.enter(
      ['always'],
      1,
      () => undefined,
      () => undefined,
    )
    for (let n = 0; n < 100_000; n++)
      turns.enter(
        [`address ${n}`, 'guests', `${n}`, 'GET /'],
        1,
        ({ charge, leave }) => {
          charge(1_000)
          leave()
        },
        () => undefined,
      )
    expect(turns.size()).toBeLessThan(25_000)
  })
})
