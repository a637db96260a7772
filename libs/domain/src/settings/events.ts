import type { Event } from '@event-driven-io/emmett'
import type { Editable } from '@pathlight/contracts/kind-rules.ts'
import type { ItemEventCatalog } from '../event-catalog.ts'
import { streamsNamed } from '../stream-names.ts'

/** One stream a person. */
export const settingsStreams = streamsNamed('settings')
export const settingsStream = (userId: string): string => settingsStreams.name(userId)

/** What a person has chosen; null: nothing yet. `defaultVersion`: code of a Bible version. */
export type ChosenSettings = Editable['settings']

/** A person's settings became these, all of them. Times are ISO 8601, UTC. */
export type SettingsChanged = Event<'SettingsChanged', ChosenSettings & { userId: string; changedAt: string }>
/** A person's settings became what they were before, all of them. */
export type SettingsRestored = Event<'SettingsRestored', ChosenSettings & { userId: string; restoredAt: string }>

export type SettingsEvent = SettingsChanged | SettingsRestored

/** The names of tags are what a person wrote. */
const PERSONAL = ['tagColors']

/** Version 1 had no theme, versions 1 and 2 had no style of copies. */
const neverChosen = (_data: object, version: number) => ({ ...(version < 2 && { theme: null }), copyStyle: null })

export const settingsEvents: ItemEventCatalog<SettingsEvent['type']> = {
  SettingsChanged: { schemaVersion: 3, action: 'edited', personal: PERSONAL, upcast: neverChosen },
  SettingsRestored: { schemaVersion: 3, action: 'restored', personal: PERSONAL, upcast: neverChosen },
}
