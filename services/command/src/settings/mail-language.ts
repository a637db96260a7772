import type { SettingsItem } from '@pathlight/domain/settings/settings-item.ts'
import type { KindDependencies } from '../kind.ts'

/**
 * Has mails to the person written in the language of these settings. If the settings have no language, the language of
 * mails stays as it is.
 */
export const setMailLanguage = async (
  userId: string,
  { defaultLanguage }: { readonly defaultLanguage?: SettingsItem['defaultLanguage'] | undefined },
  identity: KindDependencies['identity'],
): Promise<void> => {
  if (defaultLanguage) await identity.setLanguage(userId, defaultLanguage)
}
