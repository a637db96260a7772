import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { troubleWith } from './trouble.ts'

describe('trouble with a store', () => {
  afterEach(() => {
    vi.useRealTimers()
  })
  const listen = () => {
    const logger = { warn: vi.fn(), debug: vi.fn() }
    const lifecycle = new AbortController()
    const tell = troubleWith({ logger, lifecycle } as unknown as Parameters<typeof troubleWith>[0], 'PostgreSQL')
    return { tell, lifecycle, warnings: () => logger.warn.mock.calls, whispers: () => logger.debug.mock.calls }
  }

  it('is told once a minute while the store is away, and once for each thing that is wrong', () => {
    vi.useFakeTimers()
    const { tell, warnings, whispers } = listen()
    for (let attempt = 0; attempt < 13; attempt++) {
      tell(new StoreUnavailable('PostgreSQL', new Error(`attempt ${attempt}`)))
      tell(Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED', syscall: 'connect' }))
      vi.advanceTimersByTime(5_000)
    }
    expect(warnings()).toHaveLength(4)
    expect(whispers()).toHaveLength(22)
  })

  it('is told each time when it is something else', () => {
    const { tell, warnings } = listen()
    const error = new Error('A job failed')
    tell(error)
    tell(error)
    expect(warnings()).toEqual([
      [{ err: error }, 'Trouble with PostgreSQL'],
      [{ err: error }, 'Trouble with PostgreSQL'],
    ])
  })

  it('is none while the app stops', () => {
    const { tell, lifecycle, warnings, whispers } = listen()
    lifecycle.abort()
    tell(new StoreUnavailable('PostgreSQL'))
    expect(warnings()).toEqual([])
    expect(whispers()).toHaveLength(1)
  })
})
