import { editableFields } from '@pathlight/contracts/kind-rules.ts'
import type { SettingsEvent } from '@pathlight/domain/settings/events.ts'
import { settingsKind as item, type SettingsItem, settingsOnTheWire } from '@pathlight/domain/settings/settings-item.ts'
import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import type { Kind } from '../kind.ts'
import { getSettings } from './get-settings.ts'
import { settings } from './projection.ts'

export const settingsKind: Kind = {
  item,
  projections: [settings as AnyProjection],
  counted: null,
  whole: null,
  searched: null,
  paper: null,
  onChapter: null,
  passageOf: () => null,
  excerptOf: ({ data }: SettingsEvent) =>
    editableFields('settings')
      .map((field) => data[field])
      .filter((chosen) => typeof chosen === 'string')
      .join(' · '),
  onWire: (settings: SettingsItem) => settingsOnTheWire(settings),
  routes: (app, dependencies) => getSettings(app, '/api/users/settings', dependencies),
}
