import { editableOf, sameEditable } from '@pathlight/contracts/kind-rules.ts'
import { TAGS_OF_PERSON_MAX, tagColorsInOrder, tagKey } from '@pathlight/contracts/tag-rules.ts'
import { type Aggregate, type DomainCommand, inStream } from '../aggregate.ts'
import { type Import, importDiffers, importedAlready, otherHistory, type Restore } from '../item-kind.ts'
import { checkVersions, type EditedVersions } from '../known-versions.ts'
import { alreadySo } from '../life.ts'
import { tooManyTags } from '../tagged.ts'
import type { ChosenSettings, SettingsEvent } from './events.ts'
import { type SettingsItem, settingsKind } from './settings-item.ts'

/** Settings that are absent or undefined stay unchanged. */
export type ChangeSettings = DomainCommand<
  'ChangeSettings',
  { readonly [Key in keyof ChosenSettings]?: ChosenSettings[Key] | undefined } & { userId: string },
  EditedVersions
>
/**
 * Changes the colours after a tag was renamed, coloured or removed. `to`: the tag's new name, or null for a removed
 * tag. `color`: the new colour, or null for none. If `color` is absent, the tag `to` keeps its colour; if it has none,
 * it gets the colour of `tag`.
 */
export type ColorTag = DomainCommand<
  'ColorTag',
  {
    readonly userId: string
    readonly tag: string
    readonly to: string | null
    readonly color?: string | null | undefined
  },
  { /** The keys of all tags that the person's items have. */ readonly keysInUse: ReadonlySet<string> }
>
export type SettingsCommand = ChangeSettings | ColorTag | Restore<SettingsItem> | Import<SettingsItem>

export type SettingsState = { readonly item: SettingsItem | null }

const NOTHING_CHOSEN: ChosenSettings = {
  ...{ defaultVersion: null, highlightColor: null, defaultLanguage: null, theme: null, copyStyle: null },
}

/**
 * The settings after the command. Without colours `tagColors` is absent, because the events of older programs lack the
 * field. An unused tag keeps its colour, because an item with the tag may be restored. If a new colour would exceed
 * TAGS_OF_PERSON_MAX, the colours of all unused tags are dropped.
 */
const colored = (
  { tagColors = [], ...others }: ChosenSettings,
  { data: { tag, to, color }, metadata: { keysInUse } }: ColorTag,
): ChosenSettings => {
  const colors = new Map(tagColors.map((one) => [tagKey(one.tag), one]))
  const [key, newKey] = [tagKey(tag), tagKey(to ?? tag)]
  const become = to === null ? null : color === undefined ? (colors.get(newKey) ?? colors.get(key))?.color : color
  colors.delete(key)
  colors.delete(newKey)
  if (to !== null && become && colors.size >= TAGS_OF_PERSON_MAX)
    for (const one of colors.keys()) if (!keysInUse.has(one)) colors.delete(one)
  if (to !== null && become) colors.set(newKey, { tag: to, color: become })
  if (colors.size > Math.max(tagColors.length, TAGS_OF_PERSON_MAX)) throw tooManyTags()
  return { ...others, ...(colors.size > 0 && { tagColors: tagColorsInOrder([...colors.values()]) }) }
}

const decide = (command: SettingsCommand, state: SettingsState): SettingsEvent | SettingsEvent[] => {
  const now = command.metadata.now.toISOString()
  const { userId } = command.data
  const before = state.item === null ? NOTHING_CHOSEN : editableOf('settings', state.item)
  const changed = (after: ChosenSettings): SettingsEvent[] =>
    sameEditable('settings', before, after)
      ? []
      : [{ type: 'SettingsChanged', data: { userId, ...after, changedAt: now } }]
  switch (command.type) {
    case 'ChangeSettings': {
      const { userId: _, ...asked } = command.data
      checkVersions(command.metadata, before.defaultVersion === null ? [] : [before.defaultVersion])
      const named = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
      const after = editableOf('settings', { ...before, ...named })
      return changed(after)
    }
    case 'ColorTag':
      return changed(colored(before, command))
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
      // An import of the last state alone does not overwrite settings that the person has chosen.
      if (revision === null && state.item !== null) throw importDiffers()
      return action === 'restored'
        ? { type: 'SettingsRestored', data: { userId, ...after, restoredAt: at } }
        : { type: 'SettingsChanged', data: { userId, ...after, changedAt: at } }
    }
  }
}

/** A person's settings. One command may change several of them. */
export const settings: Aggregate<SettingsState, SettingsCommand, SettingsEvent, SettingsItem> = {
  ...settingsKind,
  initialState: () => ({ item: null }),
  evolve: ({ item }, event) => ({ item: settingsKind.itemAfter(item, inStream(event, item?.revision ?? 0)) }),
  decide,
  item: ({ item }) => item,
  items: () => 0,
}
