import { importedItems } from '@pathlight/contracts/kind-shapes.ts'
import type { SettingsItem } from '@pathlight/domain/settings/settings-item.ts'
import type { ImportedTo } from '../kind.ts'
import { versionNamed } from '../verse-place.ts'

/** Settings from elsewhere. Throws RuleBroken, ZodError. */
export const importedSettings = (sent: unknown, texts: ImportedTo): SettingsItem => {
  const { defaultVersion, ...item } = importedItems.settings.parse(sent)
  return { ...item, defaultVersion: defaultVersion && versionNamed(defaultVersion, texts), revision: 0 }
}
