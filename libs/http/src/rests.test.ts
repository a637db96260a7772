import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rests } from './rests.ts'

describe('long tasks that rest together', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
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
    const rest = rests({ afterMs: 5 })
    expect(await ended(rest())).toBe(true)
    await vi.advanceTimersByTimeAsync(8)
    const [first, second] = [rest(), rest()]
    await vi.advanceTimersByTimeAsync(7)
    expect([await ended(first), await ended(second), await ended(rest())]).toEqual([false, false, false])
    await vi.advanceTimersByTimeAsync(1)
    expect([await ended(first), await ended(second), await ended(rest())]).toEqual([true, true, true])
  })

  it('rest no longer than they may', async () => {
    const rest = rests({ longestMs: 10, share: 2 })
    await vi.advanceTimersByTimeAsync(1_000)
    const long = rest()
    await vi.advanceTimersByTimeAsync(10)
    expect(await ended(long)).toBe(true)
  })
})
