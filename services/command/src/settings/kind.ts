import { answerOfSettings, settingsShapes } from '@pathlight/contracts/settings.ts'
import { settings as aggregate } from '@pathlight/domain/settings/settings.ts'
import { settingsKind as item, type SettingsItem, settingsOnTheWire } from '@pathlight/domain/settings/settings-item.ts'
import type { ImportedTo, Kind } from '../kind.ts'
import { versionNamed } from '../verse-place.ts'
import { changeSettings } from './change-settings.ts'
import { setMailLanguage } from './mail-language.ts'

/** Validates settings of an import file. Throws RuleBroken, ZodError. */
const importedSettings = (sent: unknown, texts: ImportedTo): SettingsItem => {
  const { defaultVersion, ...item } = settingsShapes.imported.parse(sent)
  return { ...item, defaultVersion: defaultVersion && versionNamed(defaultVersion, texts), revision: 0 }
}

export const settingsKind: Kind = {
  item,
  counted: null,
  aggregate,
  imported: importedSettings,
  written: setMailLanguage,
  answer: (settings: SettingsItem) => answerOfSettings(settingsOnTheWire(settings)),
  routes: (app, dependencies) => changeSettings(app, '/api/users/settings', dependencies),
}
