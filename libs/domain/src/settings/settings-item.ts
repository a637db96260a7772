import type { Placed } from '../aggregate.ts'
import type { ChosenSettings, SettingsEvent } from './events.ts'

/** A person's settings; on the wire what was never chosen is left out. */
export type SettingsItem = ChosenSettings & { readonly revision: number }

type Named = { -readonly [Key in keyof ChosenSettings]?: NonNullable<ChosenSettings[Key]> }

/** What was chosen, in the shape of the wire. */
export const settingsOnTheWire = (item: SettingsItem | null): Named => ({
  ...(item?.defaultVersion != null && { defaultVersion: item.defaultVersion }),
  ...(item?.highlightColor != null && { highlightColor: item.highlightColor }),
  ...(item?.defaultLanguage != null && { defaultLanguage: item.defaultLanguage }),
})

/** The settings after an event. The one mapping from event to item. */
export const settingsItem = ({ data, metadata }: Placed<SettingsEvent>): SettingsItem => {
  const { defaultVersion, highlightColor, defaultLanguage } = data
  return { defaultVersion, highlightColor, defaultLanguage, revision: Number(metadata.streamPosition) }
}
