import type { SettingsItem } from '@pathlight/domain/settings/settings-item.ts'
import type { KindDependencies } from '../kind.ts'

/** Has mails to the person written in the language of these settings. Without a language, theirs stays. */
export const setMailLanguage = async (
  userId: string,
  { defaultLanguage }: { readonly defaultLanguage?: SettingsItem['defaultLanguage'] | undefined },
  identity: KindDependencies['identity'],
): Promise<void> => {
  if (defaultLanguage) await identity.setLanguage(userId, defaultLanguage)
}
