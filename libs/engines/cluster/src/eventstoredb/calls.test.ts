import { PassThrough } from 'node:stream'
import { AccessDeniedError, UnknownError } from '@eventstore/db-client'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { collect, translate } from './calls.ts'

describe('what an error of EventStoreDB’s client means', () => {
  const answers = ['Server Is Not Ready', 'Server Is Busy', 'No leader info available in response']
  it.each(answers)('is that the store is away when an append is answered with %j', (words) => {
    const error = new UnknownError(undefined, `Could not recognize ${words}`)
    expect(translate(error)).toBeInstanceOf(StoreUnavailable)
  })

  it('is what it says otherwise', () => {
    for (const error of [new AccessDeniedError(), new UnknownError(), new Error('bug'), null])
      expect(translate(error)).toBe(error)
  })
})

describe('what a read brings', () => {
  const reading = () => {
    const source = new PassThrough({ objectMode: true })
    const cancel = vi.fn(async () => undefined)
    return { source, cancel, reading: Object.assign(source, { cancel }) }
  }

  it('is all that comes, however slowly', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { source, reading: slow } = reading()
    const all = collect(100, slow)
    for (let number = 0; number < 8; number++) {
      source.write(number)
      await new Promise(setImmediate)
      await vi.advanceTimersByTimeAsync(30)
    }
    source.end()
    expect(await all).toHaveLength(8)
  })

  it('ends where it is enough, and reads no further', async () => {
    const { source, cancel, reading: long } = reading()
    const some = collect(1_000, long, (number) => number === 3)
    for (let number = 1; number <= 5; number++) source.write(number)
    expect(await some).toEqual([1, 2, 3])
    expect(cancel).toHaveBeenCalledOnce()
  })

  it('is given up when nothing more comes', async () => {
    const { source, cancel, reading: silent } = reading()
    source.write(1)
    await expect(collect(100, silent)).rejects.toBeInstanceOf(StoreUnavailable)
    expect(cancel).toHaveBeenCalledOnce()
  })
})
