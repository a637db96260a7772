import type { User } from '@pathlight/contracts/accounts.ts'
import { DEFAULT_HIGHLIGHT_COLOR } from '@pathlight/contracts/highlight-rules.ts'
import type { Settings, SettingsAnswer } from '@pathlight/contracts/settings.ts'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { MINE, queryClient } from '../api/query-client.ts'
import { readSeen } from '../api/read-seen.ts'
import { deviceStorage } from '../device/device-storage.ts'
import { chooseLanguage, currentLanguage } from '../locales/language.ts'

/** The settings in an answer that the person has chosen. The others depend on the versions here and the browser. */
export const chosenOf = ({ settings, unset = [] }: SettingsAnswer): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !unset.some((one) => one === name)))

const SETTINGS_KEPT_MS = 5 * 60_000

/** What the person has chosen; what they never chose is absent. */
export const settingsQuery = (user: User | null) =>
  queryOptions({
    queryKey: [MINE, user?.id ?? '', 'settings'],
    queryFn: user
      ? async ({ signal }: { signal: AbortSignal }) =>
          chosenOf((await readSeen<SettingsAnswer>(user.id, '/api/users/settings', signal)).value)
      : skipToken,
    staleTime: SETTINGS_KEPT_MS,
  })

/** The colour of highlights that have none of their own. */
export const useHighlightColor = (user: User | null): string =>
  useQuery(settingsQuery(user)).data?.highlightColor ?? DEFAULT_HIGHLIGHT_COLOR

/** The language of the settings that this browser changed to last. Each tab also knows the one it changed to itself. */
const FOLLOWED = 'followed-language'
let followed: string | null | undefined

const follow = async ({ defaultLanguage }: Settings, anew: boolean): Promise<void> => {
  followed ??= deviceStorage.get(FOLLOWED)
  if (!defaultLanguage || (!anew && defaultLanguage === followed)) return
  followed = defaultLanguage
  deviceStorage.set(FOLLOWED, defaultLanguage)
  if (defaultLanguage !== currentLanguage()) await chooseLanguage(defaultLanguage)
}

/** After a log-in: the settings come, and the interface goes over to their language. Without an answer all stays as it is. */
export const applySettings = async (user: User): Promise<void> => {
  try {
    await follow(await queryClient.fetchQuery({ ...settingsQuery(user), staleTime: 0 }), true)
  } catch {
    // Asked for again by whatever shows something of them.
  }
}

/**
 * The interface goes over to the language that was chosen on another device, once: which one is chosen here afterwards, stays.
 * @param staleTime settings that are here for so long are asked for again, in milliseconds
 */
export const followSettings = async (user: User, staleTime = SETTINGS_KEPT_MS): Promise<void> => {
  try {
    await follow(await queryClient.fetchQuery({ ...settingsQuery(user), staleTime }), false)
  } catch {
    // As above.
  }
}
