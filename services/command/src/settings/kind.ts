import { answerOfSettings } from '@pathlight/contracts/settings.ts'
import { settings as aggregate } from '@pathlight/domain/settings/settings.ts'
import { settingsKind as item, type SettingsItem, settingsOnTheWire } from '@pathlight/domain/settings/settings-item.ts'
import type { Kind } from '../kind.ts'
import { changeSettings } from './change-settings.ts'
import { importedSettings } from './imported-settings.ts'

export const settingsKind: Kind = {
  item,
  counted: null,
  aggregate,
  imported: importedSettings,
  answer: (settings: SettingsItem) => answerOfSettings(settingsOnTheWire(settings)),
  routes: (app, dependencies) => changeSettings(app, '/api/users/settings', dependencies),
}
