import type { Event } from '@event-driven-io/emmett'
import type { EventCatalog } from '../event-catalog.ts'
import { streamsNamed } from '../stream-names.ts'

/** One stream a person. */
export const accountStreams = streamsNamed('account')
export const accountStream = (userId: string): string => accountStreams.name(userId)

/** A person signed up. Email, username and password stay in identity: they never enter the log. */
export type AccountOpened = Event<'AccountOpened', { userId: string; openedAt: string }>

/** What a person can change of an account, or do with all that is in it. That it changed is in the log; what it was and became is not. */
export const ACCOUNT_CHANGES = [
  'email-verified',
  'email-changed',
  'email-change-undone',
  'username-changed',
  'password-changed',
  'password-reset',
  'devices-ended',
  'data-exported',
  'data-imported',
  'looks-mail-on',
  'looks-mail-off',
] as const
export type AccountChange = (typeof ACCOUNT_CHANGES)[number]
export type AccountChanged = Event<'AccountChanged', { userId: string; change: AccountChange; changedAt: string }>

/** A person closed their account. Their key is then destroyed: of all their events only this one is read from then on. */
export type AccountClosed = Event<'AccountClosed', { userId: string; closedAt: string }>

export type AccountEvent = AccountOpened | AccountChanged | AccountClosed

export const accountEvents: EventCatalog<AccountEvent['type']> = {
  AccountOpened: { schemaVersion: 1, personal: [] },
  AccountChanged: { schemaVersion: 1, personal: [] },
  AccountClosed: { schemaVersion: 1, personal: [], outlivesKey: true },
}
