import type { Event } from '@event-driven-io/emmett'
import type { EventCatalog } from '../event-catalog.ts'

export const settingsStream = (userId: string): string => `settings-${userId}`

/** What a person has chosen; null: nothing yet. */
export type ChosenSettings = {
  /** Code of a Bible version. */
  readonly defaultVersion: string | null
  /** #RRGGBB. */
  readonly highlightColor: string | null
  readonly defaultLanguage: 'en' | 'ko' | null
}

/** A person's settings became these, all of them. Times are ISO 8601, UTC. */
export type SettingsChanged = Event<'SettingsChanged', ChosenSettings & { userId: string; changedAt: string }>

export type SettingsEvent = SettingsChanged

export const settingsEvents: EventCatalog<SettingsEvent['type']> = {
  SettingsChanged: { schemaVersion: 1, personal: [] },
}
