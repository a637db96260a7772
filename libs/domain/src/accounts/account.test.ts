import { DeciderSpecification } from '@event-driven-io/emmett'
import { describe, expect, it } from 'vitest'
import { account } from './account.ts'
import type { AccountEvent } from './events.ts'
import recorded from './recorded-events.json' with { type: 'json' }

const given = DeciderSpecification.for(account)
const userId = '7d1f9f5c-8a55-4f3b-8b56-1c5c7f3f6b21'
const open = (now: string) => ({ type: 'OpenAccount', data: { userId, now } }) as const
const opened: AccountEvent = { type: 'AccountOpened', data: { userId, openedAt: '2026-01-01T08:00:00.000Z' } }

describe('an account', () => {
  it('is opened', () => given([]).when(open('2026-01-01T08:00:00.000Z')).then([opened]))
  it('is opened once, whenever it is tried again', () =>
    given([opened]).when(open('2026-02-02T08:00:00.000Z')).thenNothingHappened())
  it('is what every shape ever recorded made it', () => {
    for (const { events, state } of recorded.streams)
      expect((events as AccountEvent[]).reduce(account.evolve, account.initialState())).toEqual(state)
  })
})
