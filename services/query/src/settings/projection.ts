import type { SettingsEvent } from '@pathlight/domain/settings/events.ts'
import { type SettingsItem, settingsItem } from '@pathlight/domain/settings/settings-item.ts'
import type { Projection } from '@pathlight/read-models/projection.ts'

/** A person's settings, and whose they are. */
export type SettingsDocument = SettingsItem & { readonly user_id: string }

/** One document a person; its id is theirs. */
export const settings: Projection<SettingsDocument, SettingsEvent> = {
  name: 'settings',
  version: 2,
  personal: ['tagColors'],
  // By which it is removed with their account.
  indexes: [['user_id']],
  handles: ['SettingsChanged', 'SettingsRestored'],
  ids: ({ data }) => data.userId,
  evolve: (_doc, event) => ({ ...settingsItem(event), user_id: event.data.userId }),
}
