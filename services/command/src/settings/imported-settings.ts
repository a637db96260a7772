import { settingsShapes } from '@pathlight/contracts/settings.ts'
import type { SettingsItem } from '@pathlight/domain/settings/settings-item.ts'
import type { ImportedTo } from '../kind.ts'
import { versionNamed } from '../verse-place.ts'

/** Checks imported settings. Throws RuleBroken, ZodError. */
export const importedSettings = (sent: unknown, texts: ImportedTo): SettingsItem => {
  const { defaultVersion, ...item } = settingsShapes.imported.parse(sent)
  return { ...item, defaultVersion: defaultVersion && versionNamed(defaultVersion, texts), revision: 0 }
}
