import type { Event } from '@event-driven-io/emmett'
import type { AccountChange } from '@pathlight/contracts/account-act-rules.ts'
import type { EventCatalog } from '../event-catalog.ts'
import { streamsNamed } from '../stream-names.ts'

/** One stream for each person. */
export const accountStreams = streamsNamed('account')
export const accountStream = (userId: string): string => accountStreams.name(userId)

/** A person signed up. The email, username and password are in the identity store and never in the log. */
export type AccountOpened = Event<'AccountOpened', { userId: string; openedAt: string }>

export type AccountChanged = Event<'AccountChanged', { userId: string; change: AccountChange; changedAt: string }>

/**
 * An account was closed, by the person or after an admin scheduled it. The person's key is destroyed afterwards. This
 * event stays readable without the key, unlike the person's other events.
 */
export type AccountClosed = Event<'AccountClosed', { userId: string; closedAt: string }>

export type AccountEvent = AccountOpened | AccountChanged | AccountClosed

export const accountEvents: EventCatalog<AccountEvent['type']> = {
  AccountOpened: { schemaVersion: 1, personal: [] },
  AccountChanged: { schemaVersion: 1, personal: [] },
  AccountClosed: { schemaVersion: 1, personal: [], outlivesKey: true },
}
