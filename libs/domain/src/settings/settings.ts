import { editableFields, editableOf, sameEditable } from '@pathlight/contracts/kind-rules.ts'
import { type Aggregate, type DomainCommand, inStream } from '../aggregate.ts'
import { type Import, importDiffers, importedAlready, otherHistory, type Restore } from '../item-kind.ts'
import { alreadySo } from '../life.ts'
import type { ChosenSettings, SettingsEvent } from './events.ts'
import { type SettingsItem, settingsKind } from './settings-item.ts'

/** What is not named, or undefined, stays as it is. */
export type ChangeSettings = DomainCommand<
  'ChangeSettings',
  { readonly [Key in keyof ChosenSettings]?: ChosenSettings[Key] | undefined } & { userId: string }
>
export type SettingsCommand = ChangeSettings | Restore<SettingsItem> | Import<SettingsItem>

export type SettingsState = { readonly item: SettingsItem | null }

const NOTHING_CHOSEN = Object.fromEntries(editableFields('settings').map((field) => [field, null])) as ChosenSettings

const decide = (command: SettingsCommand, state: SettingsState): SettingsEvent | SettingsEvent[] => {
  const now = command.metadata.now.toISOString()
  const { userId } = command.data
  const before = state.item ?? NOTHING_CHOSEN
  switch (command.type) {
    case 'ChangeSettings': {
      const { userId: _, ...asked } = command.data
      const named = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
      const after = editableOf('settings', { ...before, ...named })
      if (sameEditable('settings', before, after)) return []
      return { type: 'SettingsChanged', data: { userId, ...after, changedAt: now } }
    }
    case 'Restore': {
      const after = editableOf('settings', command.data.item)
      if (sameEditable('settings', before, after)) throw alreadySo()
      return { type: 'SettingsRestored', data: { userId, ...after, restoredAt: now } }
    }
    case 'Import': {
      const { item, action, at, after: revision } = command.data
      if (item === null || (revision !== null && (state.item?.revision ?? 0) !== revision)) throw otherHistory()
      const after = editableOf('settings', item)
      if (revision === null && sameEditable('settings', before, after)) throw importedAlready()
      // What was chosen here stays chosen.
      if (revision === null && state.item !== null) throw importDiffers()
      return action === 'restored'
        ? { type: 'SettingsRestored', data: { userId, ...after, restoredAt: at } }
        : { type: 'SettingsChanged', data: { userId, ...after, changedAt: at } }
    }
  }
}

/** A person's settings: changed any number of times, a part at a time, perhaps brought back to what they were. */
export const settings: Aggregate<SettingsState, SettingsCommand, SettingsEvent, SettingsItem> = {
  ...settingsKind,
  initialState: () => ({ item: null }),
  evolve: ({ item }, event) => ({ item: settingsKind.itemAfter(item, inStream(event, item?.revision ?? 0)) }),
  decide,
  item: ({ item }) => item,
  items: () => 0,
}
