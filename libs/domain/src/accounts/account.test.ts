import { describe, it } from 'vitest'
import { givenStreamOf, keepsWhatWasRecorded, standsOnItsEnds } from '../given.contract.ts'
import { RuleBroken } from '../rule.ts'
import { account } from './account.ts'
import type { AccountEvent } from './events.ts'
import recorded from './recorded-events.json' with { type: 'json' }

const given = givenStreamOf(account)
const userId = '7d1f9f5c-8a55-4f3b-8b56-1c5c7f3f6b21'
const open = (now: string) => ({ type: 'OpenAccount', data: { userId }, metadata: { now: new Date(now) } }) as const
const opened: AccountEvent = { type: 'AccountOpened', data: { userId, openedAt: '2026-01-01T08:00:00.000Z' } }
const change = (now: string) =>
  ({ type: 'ChangeAccount', data: { userId, change: 'username-changed' }, metadata: { now: new Date(now) } }) as const
const close = (now: string) => ({ type: 'CloseAccount', data: { userId }, metadata: { now: new Date(now) } }) as const
const changed: AccountEvent = {
  type: 'AccountChanged',
  data: { userId, change: 'username-changed', changedAt: '2026-02-01T08:00:00.000Z' },
}
const closed: AccountEvent = { type: 'AccountClosed', data: { userId, closedAt: '2026-03-01T08:00:00.000Z' } }

describe('an account', () => {
  it('is opened', () => given([]).when(open('2026-01-01T08:00:00.000Z')).then([opened]))
  it('is opened once, whenever it is tried again', () =>
    given([opened]).when(open('2026-02-02T08:00:00.000Z')).thenNothingHappened())
  it('that was closed is not opened again', () =>
    given([opened, closed])
      .when(open('2026-04-01T08:00:00.000Z'))
      .thenThrows((error) => error instanceof RuleBroken && error.code === 'account_closed'))
  it('says what of it was changed, each time', () => {
    given([opened]).when(change('2026-02-01T08:00:00.000Z')).then([changed])
    given([opened, changed]).when(change('2026-02-01T08:00:00.000Z')).then([changed])
  })
  it('is closed once, also before it was opened', () => {
    given([opened, changed]).when(close('2026-03-01T08:00:00.000Z')).then([closed])
    given([]).when(close('2026-03-01T08:00:00.000Z')).then([closed])
    given([opened, closed]).when(close('2026-04-01T08:00:00.000Z')).thenNothingHappened()
  })
  it('that was closed is not changed', () =>
    given([opened, closed])
      .when(change('2026-04-01T08:00:00.000Z'))
      .thenThrows((error) => error instanceof RuleBroken && error.code === 'account_closed'))

  standsOnItsEnds(account, [
    [opened, changed, changed, changed],
    [opened, changed, closed],
    [opened],
    [opened, closed],
    [closed],
  ])
  keepsWhatWasRecorded(account, recorded.streams)
})
