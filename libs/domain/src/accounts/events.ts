import type { Event } from '@event-driven-io/emmett'
import type { EventCatalog } from '../event-catalog.ts'
import { streamsNamed } from '../stream-names.ts'

/** One stream a person. */
export const accountStreams = streamsNamed('account')
export const accountStream = (userId: string): string => accountStreams.name(userId)

/** Somebody signed up. Email, username and password stay in identity: they never enter the log. */
export type AccountOpened = Event<'AccountOpened', { userId: string; openedAt: string }>
/** Somebody left. Their key is destroyed with it: of all their events this one alone is read from then on. */
export type AccountClosed = Event<'AccountClosed', { userId: string; closedAt: string }>

export type AccountEvent = AccountOpened | AccountClosed

export const accountEvents: EventCatalog<AccountEvent['type']> = {
  AccountOpened: { schemaVersion: 1, personal: [] },
  AccountClosed: { schemaVersion: 1, personal: [], outlivesKey: true },
}
