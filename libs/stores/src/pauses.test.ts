import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ownTurn, pauses } from './pauses.ts'

/** Steps of a millisecond each. Gives when each was done. */
const work = async (steps: number, done: number[]) => {
  const pause = pauses()
  for (let step = 0; step < steps; step += 1) {
    const until = performance.now() + 1
    while (performance.now() < until);
    done.push(performance.now())
    await pause()
  }
}

/** How many steps of long work are done at most between two turns of the event loop, while so many do such work at once. */
const mostInATurn = async (atOnce: number): Promise<number> => {
  const done: number[] = []
  const all = { over: false }
  const together = Promise.all(Array.from({ length: atOnce }, () => work(30, done))).then(() => {
    all.over = true
  })
  // Each begins with a piece of its own before it can pause for the first time.
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
  // If all went on in the same turn, it would be thirty.
  expect(await mostInATurn(6)).toBeLessThanOrEqual(12)
})

it('does not wait where a step is short', async () => {
  let turned = false
  setImmediate(() => {
    turned = true
  })
  const pause = pauses()
  for (let step = 0; step < 10; step += 1) await pause()
  expect(turned).toBe(false)
})

const hold = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('gives each that wants one a turn of the event loop without other long work', async () => {
  const turns: number[] = []
  let now = 0
  const isLong = async () => {
    const pause = pauses({ isAlwaysLong: true })
    await pause()
    turns.push(now)
  }
  const inItsOwn = async () => {
    await ownTurn()
    turns.push(now)
    await isLong()
  }
  const all = { over: false }
  const together = Promise.all([inItsOwn(), inItsOwn()]).then(() => {
    all.over = true
  })
  while (!all.over) {
    now += 1
    await turn()
  }
  await together
  // Two that have one of their own; and what is begun in these waits for the next.
  expect(turns).toEqual([1, 2, 3, 4])
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
