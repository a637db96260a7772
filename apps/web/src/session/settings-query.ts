import type { User } from '@pathlight/contracts/accounts.ts'
import { DEFAULT_HIGHLIGHT_COLOR } from '@pathlight/contracts/highlight-rules.ts'
import type { Settings, SettingsAnswer } from '@pathlight/contracts/settings.ts'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { MINE, queryClient } from '../api/query-client.ts'
import { readSeen } from '../api/read-seen.ts'
import { deviceStorage } from '../device/device-storage.ts'
import { chooseLanguage, currentLanguage } from '../locales/language.ts'

/**
 * The settings that the person has chosen. The other settings in the answer are defaults, which depend on the installed
 * versions and the browser.
 */
export const chosenOf = ({ settings, unset = [] }: SettingsAnswer): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !unset.some((one) => one === name)))

const SETTINGS_KEPT_MS = 5 * 60_000

/** The person's chosen settings. Settings that were never chosen are absent. */
export const settingsQuery = (user: User | null) =>
  queryOptions({
    queryKey: [MINE, user?.id ?? '', 'settings'],
    queryFn: user
      ? async ({ signal }: { signal: AbortSignal }) =>
          chosenOf((await readSeen<SettingsAnswer>(user.id, '/api/users/settings', signal)).value)
      : skipToken,
    staleTime: SETTINGS_KEPT_MS,
  })

/** The colour of highlights for which no colour was chosen. */
export const useHighlightColor = (user: User | null): string =>
  useQuery(settingsQuery(user)).data?.highlightColor ?? DEFAULT_HIGHLIGHT_COLOR

/**
 * The storage key of the language to which the settings last switched this browser. Each tab also has in `followed` the
 * language to which the settings last switched the tab.
 */
const FOLLOWED = 'followed-language'
let followed: string | null | undefined

const follow = async ({ defaultLanguage }: Settings, anew: boolean): Promise<void> => {
  followed ??= deviceStorage.get(FOLLOWED)
  if (!defaultLanguage || (!anew && defaultLanguage === followed)) return
  followed = defaultLanguage
  deviceStorage.set(FOLLOWED, defaultLanguage)
  if (defaultLanguage !== currentLanguage()) await chooseLanguage(defaultLanguage)
}

/**
 * After a log-in: loads the settings, and switches the interface to their language. Without an answer nothing changes.
 */
export const applySettings = async (user: User): Promise<void> => {
  try {
    await follow(await queryClient.fetchQuery({ ...settingsQuery(user), staleTime: 0 }), true)
  } catch {
    // A component that needs the settings fetches them again.
  }
}

/**
 * Switches the interface, once, to a language that was chosen on another device. A later choice on this device stays.
 * @param staleTime settings older than this, in milliseconds, are fetched again
 */
export const followSettings = async (user: User, staleTime = SETTINGS_KEPT_MS): Promise<void> => {
  try {
    await follow(await queryClient.fetchQuery({ ...settingsQuery(user), staleTime }), false)
  } catch {
    // A component that needs the settings fetches them again.
  }
}
