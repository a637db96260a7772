import type { AdminAct } from '@pathlight/contracts/account-act-rules.ts'
import { describe, it } from 'vitest'
import { givenStreamOf, keepsWhatWasRecorded, standsOnItsEnds } from '../given.contract.ts'
import type { AccountHandled } from './events.ts'
import recorded from './recorded-events.json' with { type: 'json' }
import { standing } from './standing.ts'

const given = givenStreamOf(standing)
const userId = '7d1f9f5c-8a55-4f3b-8b56-1c5c7f3f6b21'
const now = '2026-02-01T08:00:00.000Z'
const in14Days = '2026-02-15T08:00:00.000Z'
const metadata = { now: new Date(now) }
const adminId = '3f1a4f0e-5a77-4f5e-9c0e-0d8a5b9a2c11'
const reason = 'Ann asked me by phone.'
const act = (name: AdminAct) =>
  ({ type: 'HandleAccount', data: { userId, adminId, act: name, reason }, metadata }) as const
const keep = { type: 'KeepAccount', data: { userId }, metadata } as const
const handled = (name: AdminAct, more: Partial<AccountHandled['data']> = {}): AccountHandled => ({
  type: 'AccountHandled',
  data: { userId, act: name, reason, lockedAt: null, closesAt: null, handledAt: now, ...more },
})
const LOCKED = { lockedAt: now, lockedFor: reason }
const CLOSING = { closesAt: in14Days, closesFor: reason, closesBy: adminId }
const locked = handled('lock', LOCKED)
const closing = handled('ask-closing', CLOSING)
const { reason: _, ...kept } = handled('stop-closing').data

describe('how an account stands', () => {
  it('is locked once, and unlocked once', () => {
    given([]).when(act('lock')).then(locked)
    given([locked]).when(act('lock')).thenNothingHappened()
    given([locked]).when(act('unlock')).then(handled('unlock'))
    given([locked, handled('unlock')])
      .when(act('unlock'))
      .thenNothingHappened()
    given([]).when(act('unlock')).thenNothingHappened()
    given([locked, handled('unlock')])
      .when(act('lock'))
      .then(locked)
  })
  it('is to be closed in 14 days, which an admin or the person stops', () => {
    given([]).when(act('ask-closing')).then(closing)
    given([closing]).when(act('ask-closing')).thenNothingHappened()
    given([closing]).when(act('stop-closing')).then(handled('stop-closing'))
    given([closing]).when(keep).then({ type: 'AccountHandled', data: kept })
    given([closing, handled('stop-closing')])
      .when(keep)
      .thenNothingHappened()
    given([]).when(act('stop-closing')).thenNothingHappened()
  })
  it('stays as it is when sessions are ended or a link is sent, each of which is told', () => {
    for (const name of ['end-sessions', 'send-verification'] as const) {
      given([]).when(act(name)).then(handled(name))
      given([handled(name)])
        .when(act(name))
        .then(handled(name))
      given([locked]).when(act(name)).then(handled(name, LOCKED))
    }
  })
  it('keeps its lock while its closing is asked for and stopped', () => {
    given([locked])
      .when(act('ask-closing'))
      .then(handled('ask-closing', { ...LOCKED, ...CLOSING }))
    given([locked, handled('ask-closing', { ...LOCKED, ...CLOSING })])
      .when(act('stop-closing'))
      .then(handled('stop-closing', LOCKED))
  })

  standsOnItsEnds(standing, [
    [locked, handled('end-sessions', LOCKED), handled('end-sessions', LOCKED), handled('send-verification', LOCKED)],
    [closing, handled('lock', { ...LOCKED, ...CLOSING }), handled('unlock', CLOSING)],
  ])
  keepsWhatWasRecorded(standing, recorded.streams)
})
