import type { Event } from '@event-driven-io/emmett'
import type { AdminDeed } from '@pathlight/contracts/account-act-rules.ts'
import type { EventCatalog } from '../event-catalog.ts'
import { streamsNamed } from '../stream-names.ts'

/** One stream for each admin. */
export const adminStreams = streamsNamed('admin')
export const adminStream = (adminId: string): string => adminStreams.name(adminId)

/** Who gave or revoked the role of an admin: the operator, by a command; or the settings (ADMIN_EMAILS). */
export type AdminBy = 'operator' | 'settings'

/** The person may administer this installation from now on. Times are ISO 8601, UTC. */
export type AdminGranted = Event<'AdminGranted', { userId: string; by: AdminBy; grantedAt: string }>
export type AdminRevoked = Event<'AdminRevoked', { userId: string; by: AdminBy; revokedAt: string }>

/** What an admin can look at: the audit, an export of the audit, the words of one revision, a person's account. */
export const LOOKS = ['audit', 'export', 'reveal', 'account'] as const
export type Look = (typeof LOOKS)[number]
/** The item whose words an admin saw. `version` and `verseId` are null if the item is on no verse. */
export type LookedItem = {
  readonly kind: string
  readonly id: string
  readonly revision: number
  readonly version: string | null
  readonly verseId: number | null
}

/**
 * An admin looked at the data of the person `subjectId`, or of all people if `subjectId` is null. The event's `userId`
 * is that person, so that the reason is sealed under the person's key. If `subjectId` is null, the `userId` is the
 * admin. The event's `actorId` is the admin.
 */
export type AdminLooked = Event<
  'AdminLooked',
  {
    adminId: string
    subjectId: string | null
    what: Look
    item: LookedItem | null
    /** The reason that the admin gave. Present only if the admin revealed the words of an item. */
    reason?: string
    lookedAt: string
  }
>

/**
 * An admin did something to the installation, and not to a person's account. `subject`: what the admin acted on, such
 * as the code of a Bible text, the id of a job or the name of an archive.
 */
export type AdminActed = Event<'AdminActed', { adminId: string; deed: AdminDeed; subject: string; actedAt: string }>

export type AdminEvent = AdminGranted | AdminRevoked | AdminLooked | AdminActed

export const adminEvents: EventCatalog<AdminEvent['type']> = {
  AdminGranted: { schemaVersion: 1, personal: [] },
  AdminRevoked: { schemaVersion: 1, personal: [] },
  // The user of a look at everybody's data is the admin. People still see the look after the admin's key is destroyed.
  AdminLooked: { schemaVersion: 1, personal: ['reason'], outlivesKey: true },
  AdminActed: { schemaVersion: 1, personal: [] },
}
