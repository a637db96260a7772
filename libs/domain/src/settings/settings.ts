import type { Aggregate, DomainCommand } from '../aggregate.ts'
import type { ChosenSettings, SettingsEvent } from './events.ts'
import { settingsEvents } from './events.ts'
import type { SettingsItem } from './settings-item.ts'
import { settingsItem } from './settings-item.ts'

/** What is not named, or undefined, stays as it is. */
export type ChangeSettings = DomainCommand<
  'ChangeSettings',
  { readonly [Key in keyof ChosenSettings]?: ChosenSettings[Key] | undefined } & { userId: string }
>

export type SettingsState = { readonly item: SettingsItem | null }

const NOTHING_CHOSEN: ChosenSettings = { defaultVersion: null, highlightColor: null, defaultLanguage: null }

const decide: Aggregate<SettingsState, ChangeSettings, SettingsEvent, SettingsItem>['decide'] = (command, state) => {
  const { userId, ...named } = command.data
  const before = state.item ?? NOTHING_CHOSEN
  const after: ChosenSettings = {
    defaultVersion: named.defaultVersion === undefined ? before.defaultVersion : named.defaultVersion,
    highlightColor: named.highlightColor === undefined ? before.highlightColor : named.highlightColor,
    defaultLanguage: named.defaultLanguage === undefined ? before.defaultLanguage : named.defaultLanguage,
  }
  const same =
    after.defaultVersion === before.defaultVersion &&
    after.highlightColor === before.highlightColor &&
    after.defaultLanguage === before.defaultLanguage
  if (same) return []
  return { type: 'SettingsChanged', data: { userId, ...after, changedAt: command.metadata.now } }
}

/** A person's settings: changed any number of times, a part at a time. */
export const settings: Aggregate<SettingsState, ChangeSettings, SettingsEvent, SettingsItem> = {
  events: settingsEvents,
  initialState: () => ({ item: null }),
  evolve: (_state, event) => ({ item: settingsItem(event) }),
  decide,
  item: ({ item }) => item,
  items: () => 0,
}
