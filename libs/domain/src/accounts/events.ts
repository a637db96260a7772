import type { Event } from '@event-driven-io/emmett'
import type { EventCatalog } from '../event-catalog.ts'

/** Somebody signed up. Email, username and password stay in identity: they never enter the log. */
export type AccountOpened = Event<'AccountOpened', { userId: string; openedAt: string }>

export type AccountEvent = AccountOpened

export const accountEvents: EventCatalog<AccountEvent['type']> = { AccountOpened: { schemaVersion: 1, personal: [] } }
