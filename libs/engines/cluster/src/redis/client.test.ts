import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { describe, expect, it } from 'vitest'
import { translate } from './client.ts'

describe('what an error of Redis’ client means', () => {
  it.each([
    "OOM command not allowed when used memory > 'maxmemory'.",
    'MISCONF Redis is configured to save RDB snapshots, but is currently unable to persist to disk.',
    'LOADING Redis is loading the dataset in memory',
    "READONLY You can't write against a read only replica.",
    'ERR max number of clients reached',
  ])('is that the store takes nothing for now: %s', (words) => {
    expect(translate(new Error(words))).toBeInstanceOf(StoreUnavailable)
  })

  it('is what it says otherwise', () => {
    for (const error of [new Error('WRONGTYPE Operation against a key'), new Error('BUSYGROUP exists'), 'text', null])
      expect(translate(error)).toBe(error)
  })
})
