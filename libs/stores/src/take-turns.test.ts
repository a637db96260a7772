import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Turn, takeTurns } from './take-turns.ts'

describe('turns', () => {
  /** Work that is named when it begins and lasts until it is told to end. */
  const workshop = (options: { mostAtOnce: number; mostWaiting: number }) => {
    const { inTurn } = takeTurns({ ...options, full: () => new Error('full') })
    const begun: string[] = []
    const ends: (() => void)[] = []
    const ask = (asker: string, name: string) =>
      inTurn(asker, async () => {
        begun.push(name)
        await new Promise<void>((resolve) => ends.push(resolve))
        return name
      })
    const end = async () => {
      ends.shift()?.()
      await setImmediate()
    }
    return { begun, ask, end }
  }

  it('go round between the callers', async () => {
    const { begun, ask, end } = workshop({ mostAtOnce: 1, mostWaiting: 10 })
    const all = Promise.all([ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('c', 'c1')])
    for (let n = 0; n < 5; n++) await end()
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
    expect(await all).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
  })

  it('are so many at once', async () => {
    const { begun, ask, end } = workshop({ mostAtOnce: 2, mostWaiting: 10 })
    const all = Promise.all([ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3')])
    await setImmediate()
    expect(begun).toEqual(['a1', 'a2'])
    for (let n = 0; n < 3; n++) await end()
    await all
    expect(begun).toEqual(['a1', 'a2', 'a3'])
  })

  it('are refused to the caller with the most waiting when too many wait', async () => {
    const { ask, end } = workshop({ mostAtOnce: 1, mostWaiting: 2 })
    const waits = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1')]
    const outcome = Promise.allSettled(waits)
    for (let n = 0; n < 4; n++) await end()
    expect((await outcome).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  })

  it('go on after work that failed', async () => {
    const { inTurn } = takeTurns({ mostAtOnce: 1, mostWaiting: 2, full: () => new Error('full') })
    const failed = inTurn('a', () => Promise.reject(new Error('broken')))
    const next = inTurn('b', async () => 'done')
    await expect(failed).rejects.toThrow('broken')
    expect(await next).toBe('done')
  })

  it('come next to one that asks anew, whatever entered out of turn before it', () => {
    let mayBegin = true
    const options = { mostAtOnce: 1, mostWaiting: 10, mostBeyond: [16], mayBegin: () => mayBegin }
    const { enter, fill } = takeTurns({ ...options, full: () => new Error('full') })
    const begun: string[] = []
    const given: Turn[] = []
    const ask = (asker: string) =>
      enter(
        [asker],
        1,
        (turn) => {
          begun.push(asker)
          given.push(turn)
        },
        () => expect.unreachable(),
      )
    for (const asker of ['b', 'a']) ask(asker)
    const [b, a] = given
    // It has had a little more than others when it asks again, out of turn: a is at work, and has more waiting.
    b?.charge(15)
    b?.leave()
    for (const asker of ['a', 'a', 'b']) ask(asker)
    expect(begun).toEqual(['b', 'a', 'b'])
    mayBegin = false
    ask('new')
    a?.leave()
    mayBegin = true
    fill()
    expect(begun[3]).toBe('new')
  })
})
