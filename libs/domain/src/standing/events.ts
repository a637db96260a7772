import type { Event } from '@event-driven-io/emmett'
import type { AdminAct } from '@pathlight/contracts/account-act-rules.ts'
import type { EventCatalog } from '../event-catalog.ts'
import { streamsNamed } from '../stream-names.ts'

/** One stream a person: what admins did with their account. */
export const standingStreams = streamsNamed('standing')
export const standingStream = (userId: string): string => standingStreams.name(userId)

/**
 * Something was done with a person's account: by an admin, for a reason; or the person stopped its closing, without one. `actorId` of the
 * metadata says who did it. Each event says how the account stands after it. The reasons are the person's: they are sealed under the
 * person's key. Times are ISO 8601, UTC.
 */
export type AccountHandled = Event<
  'AccountHandled',
  {
    userId: string
    act: AdminAct
    reason?: string
    /** Since when the account is locked, and why; null: it is not. A locked person reads and exports, and does not write. */
    lockedAt: string | null
    lockedFor?: string
    /** When the account is closed, and why; null: it is not to be closed. */
    closesAt: string | null
    closesFor?: string
    /** The admin who asked for it. */
    closesBy?: string
    handledAt: string
  }
>

export type StandingEvent = AccountHandled

export const standingEvents: EventCatalog<StandingEvent['type']> = {
  AccountHandled: { schemaVersion: 1, personal: ['reason', 'lockedFor', 'closesFor'] },
}
