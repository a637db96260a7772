import type { SettingsEvent } from '@pathlight/domain/settings/events.ts'
import { type SettingsItem, settingsItem } from '@pathlight/domain/settings/settings-item.ts'
import type { Projection } from '@pathlight/read-models/projection.ts'

/** A person's settings, and their owner. */
export type SettingsDocument = SettingsItem & { readonly user_id: string }

/** One document for each person. The document's id is the person's id. */
export const settings: Projection<SettingsDocument, SettingsEvent> = {
  name: 'settings',
  version: 2,
  personal: ['tagColors'],
  // When an account is closed, its document is found and removed by this index.
  indexes: [['user_id']],
  handles: ['SettingsChanged', 'SettingsRestored'],
  ids: ({ data }) => data.userId,
  evolve: (_doc, event) => ({ ...settingsItem(event), user_id: event.data.userId }),
}
