import type { Event } from '@event-driven-io/emmett'
import type { Editable } from '@pathlight/contracts/kind-rules.ts'
import type { ItemEventCatalog } from '../event-catalog.ts'
import { streamsNamed } from '../stream-names.ts'

export const settingsStreams = streamsNamed('settings')
export const settingsStream = (userId: string): string => settingsStreams.name(userId)

/**
 * A person's choices. A setting is null if the person never chose it. `defaultVersion`: the code of a Bible version.
 */
export type ChosenSettings = Editable['settings']

/** A person's settings after a change. Times are ISO 8601, UTC. */
export type SettingsChanged = Event<'SettingsChanged', ChosenSettings & { userId: string; changedAt: string }>
export type SettingsRestored = Event<'SettingsRestored', ChosenSettings & { userId: string; restoredAt: string }>

export type SettingsEvent = SettingsChanged | SettingsRestored

/** The names of tags are a person's words, so they are sealed. */
const PERSONAL = ['tagColors']

/** Schema version 1 had no theme. Versions 1 and 2 had no `copyStyle`. */
const neverChosen = (_data: object, version: number) => ({ ...(version < 2 && { theme: null }), copyStyle: null })

export const settingsEvents: ItemEventCatalog<SettingsEvent['type']> = {
  SettingsChanged: { schemaVersion: 3, action: 'edited', personal: PERSONAL, upcast: neverChosen },
  SettingsRestored: { schemaVersion: 3, action: 'restored', personal: PERSONAL, upcast: neverChosen },
}
