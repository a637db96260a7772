import { describe, it } from 'vitest'
import { givenStreamOf, keepsWhatWasRecorded, standsOnItsEnds } from '../given.contract.ts'
import { RuleBroken } from '../rule.ts'
import { admin } from './admin.ts'
import type { AdminEvent } from './events.ts'
import recorded from './recorded-events.json' with { type: 'json' }

const given = givenStreamOf(admin)
const userId = '7d1f9f5c-8a55-4f3b-8b56-1c5c7f3f6b21'
const now = '2026-02-01T08:00:00.000Z'
const metadata = { now: new Date(now) }
const grant = { type: 'GrantAdmin', data: { userId, by: 'operator' }, metadata } as const
const revoke = { type: 'RevokeAdmin', data: { userId, by: 'operator' }, metadata } as const
const look = {
  adminId: userId,
  subjectId: '3f1a4f0e-5a77-4f5e-9c0e-0d8a5b9a2c11',
  what: 'audit',
  item: null,
} as const
const recordLook = { type: 'RecordLook', data: look, metadata } as const
const recordDeed = {
  type: 'RecordDeed',
  data: { adminId: userId, deed: 'bible-removed', subject: 'BSB' },
  metadata,
} as const
const granted: AdminEvent = { type: 'AdminGranted', data: { userId, by: 'operator', grantedAt: now } }
const revoked: AdminEvent = { type: 'AdminRevoked', data: { userId, by: 'operator', revokedAt: now } }
const looked: AdminEvent = { type: 'AdminLooked', data: { ...look, lookedAt: now } }
const acted: AdminEvent = { type: 'AdminActed', data: { ...recordDeed.data, actedAt: now } }

describe('an admin', () => {
  it('is made, once, and again after having been none', () => {
    given([]).when(grant).then([granted])
    given([granted]).when(grant).thenNothingHappened()
    given([granted, looked]).when(grant).thenNothingHappened()
    given([granted, revoked]).when(grant).then([granted])
  })
  it('is none any more, once', () => {
    given([granted, looked, looked]).when(revoke).then([revoked])
    given([granted, revoked]).when(revoke).thenNothingHappened()
    given([]).when(revoke).thenNothingHappened()
  })
  it('looks at nothing and does nothing without leaving it in the log', () => {
    given([granted]).when(recordLook).then([looked])
    given([granted, looked]).when(recordDeed).then([acted])
  })
  it.for([[[]], [[granted, revoked]]] as const)('looks at nothing and does nothing who is none: %j', ([events]) => {
    for (const command of [recordLook, recordDeed])
      given([...events])
        .when(command)
        .thenThrows((error) => error instanceof RuleBroken && error.kind === 'not_found')
  })

  standsOnItsEnds(admin, [
    [granted, looked, looked, looked],
    [granted, looked, revoked],
    [granted, looked, acted],
    [granted, looked, revoked, granted],
    [granted],
    [granted, revoked, granted, looked, looked],
  ])
  keepsWhatWasRecorded(admin, recorded.streams)
})
