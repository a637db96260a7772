import type { SettingsEvent } from '@pathlight/domain/settings/events.ts'
import { type SettingsItem, settingsItem } from '@pathlight/domain/settings/settings-item.ts'
import type { Projection } from '@pathlight/read-models/projection.ts'

/** A person's settings, with the owner's id. */
export type SettingsDocument = SettingsItem & { readonly user_id: string }

/** One document for each person. The document's id is the person's id. */
export const settings: Projection<SettingsDocument, SettingsEvent> = {
  name: 'settings',
  version: 2,
  personal: ['tagColors'],
  // The store finds a closed account's document by this index, and removes it.
  indexes: [['user_id']],
  handles: ['SettingsChanged', 'SettingsRestored'],
  ids: ({ data }) => data.userId,
  evolve: (_doc, event) => ({ ...settingsItem(event), user_id: event.data.userId }),
}
