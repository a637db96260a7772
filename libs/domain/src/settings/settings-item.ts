import { SETTINGS_ID } from '@pathlight/contracts/history-rules.ts'
import { editableFields, editableOf } from '@pathlight/contracts/kind-rules.ts'
import type { InStream } from '../aggregate.ts'
import type { ItemKind } from '../item-kind.ts'
import { type ChosenSettings, type SettingsEvent, settingsEvents, settingsStreams } from './events.ts'

/** A person's settings. A setting that the person never chose is null here and absent in calls. */
export type SettingsItem = ChosenSettings & { readonly revision: number }

type Named = { -readonly [Key in keyof ChosenSettings]?: NonNullable<ChosenSettings[Key]> }

/** The chosen settings, as calls answer them. */
export const settingsOnTheWire = (item: SettingsItem | null): Named =>
  Object.fromEntries(
    editableFields('settings').flatMap((field) => (item?.[field] == null ? [] : [[field, item[field]]])),
  ) as Named

export const settingsItem = ({ data, metadata }: InStream<SettingsEvent>): SettingsItem => ({
  ...editableOf('settings', data),
  revision: Number(metadata.streamPosition),
})

export const settingsKind: ItemKind<SettingsItem, SettingsEvent> = {
  kind: 'settings',
  named: { en: 'settings', ko: '설정을' },
  streams: settingsStreams,
  events: settingsEvents,
  keyOf: (id) => (id === SETTINGS_ID ? '' : null),
  idOf: () => SETTINGS_ID,
  itemAfter: (_before, event) => settingsItem(event),
}
