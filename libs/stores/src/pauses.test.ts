import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pauses } from './pauses.ts'

// Only the clock is fake, so it does not matter how busy the machine is. The turns of the event loop are real.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})
const hold = (ms: number) => {
  vi.advanceTimersByTime(ms)
}

/** Does long work: steps of a millisecond each. `done` gets the time of each step. */
const work = async (steps: number, done: number[]) => {
  const pause = pauses()
  for (let step = 0; step < steps; step += 1) {
    hold(1)
    done.push(performance.now())
    await pause()
  }
}

/** The most steps of all long work between two turns of the event loop, while `atOnce` pieces of long work run. */
const mostInATurn = async (atOnce: number): Promise<number> => {
  const done: number[] = []
  const all = { over: false }
  const together = Promise.all(Array.from({ length: atOnce }, () => work(30, done))).then(() => {
    all.over = true
  })
  // Each piece of work does its first step before it can pause, so these steps do not count.
  let before = done.length
  let most = 0
  while (!all.over) {
    await turn()
    most = Math.max(most, done.length - before)
    before = done.length
  }
  await together
  expect(done.length).toBe(30 * atOnce)
  return most
}

it('leaves the event loop to others after a few milliseconds', async () => {
  expect(await mostInATurn(1)).toBeLessThanOrEqual(6)
})

it('leaves it to others as soon where several do long work at once', async () => {
  // If all six pieces went on in the same turn of the event loop, that turn would have many more steps.
  expect(await mostInATurn(6)).toBeLessThanOrEqual(12)
})

it('does not wait where a step is short', async () => {
  let turned = false
  setImmediate(() => {
    turned = true
  })
  const pause = pauses()
  for (let step = 0; step < 10; step += 1) {
    hold(0.09)
    await pause()
  }
  expect(turned).toBe(false)
})

it('lets short work go on in a turn that long work has had', async () => {
  let turned = false
  const long = pauses()
  hold(3)
  void long()
  setImmediate(() => {
    turned = true
  })
  const pause = pauses()
  await pause()
  await pause()
  expect(turned).toBe(false)
})

describe('long tasks in the background, which rest together', () => {
  let backgroundPauses: typeof import('./pauses.ts')['backgroundPauses']
  beforeEach(async () => {
    vi.useRealTimers()
    vi.useFakeTimers()
    // Each test gets a new copy of the module. In a shared copy, a rest that the previous test began would end by that
    // test's fake clock.
    vi.resetModules()
    ;({ backgroundPauses } = await import('./pauses.ts'))
  })
  const ended = async (resting: Promise<void>) => {
    let isOver = false
    void resting.then(() => {
      isOver = true
    })
    await vi.advanceTimersByTimeAsync(0)
    return isOver
  }

  it('rest as long as they worked, also one that has only begun, and then work again', async () => {
    const rest = backgroundPauses(1)
    expect(await ended(rest())).toBe(true)
    await vi.advanceTimersByTimeAsync(8)
    const [first, second] = [rest(), rest()]
    await vi.advanceTimersByTimeAsync(7)
    expect([await ended(first), await ended(second), await ended(rest())]).toEqual([false, false, false])
    await vi.advanceTimersByTimeAsync(1)
    expect([await ended(first), await ended(second), await ended(rest())]).toEqual([true, true, true])
  })

  it('take no rest of another for work of their own', async () => {
    const [read, written] = [backgroundPauses(2), backgroundPauses(2)]
    await vi.advanceTimersByTimeAsync(8)
    const first = read()
    await vi.advanceTimersByTimeAsync(16)
    expect([await ended(first), await ended(written()), await ended(read())]).toEqual([true, true, true])
  })

  it('rest no longer than they may', async () => {
    const rest = backgroundPauses(2)
    await vi.advanceTimersByTimeAsync(1_000)
    const long = rest()
    await vi.advanceTimersByTimeAsync(250)
    expect(await ended(long)).toBe(true)
  })
})
