import type { Event } from '@event-driven-io/emmett'
import type { AdminAct } from '@pathlight/contracts/account-act-rules.ts'
import type { EventCatalog } from '../event-catalog.ts'
import { streamsNamed } from '../stream-names.ts'

/** One stream for each person, with the acts of admins on the account. */
export const standingStreams = streamsNamed('standing')
export const standingStream = (userId: string): string => standingStreams.name(userId)

/**
 * An admin acted on a person's account for a reason, or the person stopped the closing without a reason. `actorId` in
 * the metadata is the actor. Each event has the whole standing of the account after the act. The reasons are sealed
 * under the person's key. Times are ISO 8601, UTC.
 */
export type AccountHandled = Event<
  'AccountHandled',
  {
    userId: string
    act: AdminAct
    reason?: string
    /** The time of the lock. Null if the account is not locked. A locked person can read and export but not write. */
    lockedAt: string | null
    lockedFor?: string
    /** The time at which the account will be closed. Null if no closing is scheduled. */
    closesAt: string | null
    closesFor?: string
    /** The admin who scheduled the closing. */
    closesBy?: string
    handledAt: string
  }
>

export type StandingEvent = AccountHandled

export const standingEvents: EventCatalog<StandingEvent['type']> = {
  AccountHandled: { schemaVersion: 1, personal: ['reason', 'lockedFor', 'closesFor'] },
}
