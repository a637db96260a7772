import type { User } from '@pathlight/contracts/accounts.ts'
import { DEFAULT_HIGHLIGHT_COLOR } from '@pathlight/contracts/highlight-rules.ts'
import type { Settings, SettingsAnswer } from '@pathlight/contracts/settings.ts'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { MINE, queryClient } from '../api/query-client.ts'
import { read } from '../api/request.ts'
import { chooseLanguage, currentLanguage } from '../locales/language.ts'

/** Of an answer what the person has chosen: what they never chose depends on what is here, and on their browser. */
export const chosenOf = ({ settings, unset = [] }: SettingsAnswer): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !unset.some((one) => one === name)))

/** What the person has chosen; what they never chose is absent. */
export const settingsQuery = (user: User | null) =>
  queryOptions({
    queryKey: [MINE, user?.id ?? '', 'settings'],
    queryFn: user
      ? async ({ signal }: { signal: AbortSignal }) =>
          chosenOf(await read<SettingsAnswer>('/api/users/settings', signal))
      : skipToken,
    staleTime: 5 * 60_000,
  })

/** The colour of highlights that have none of their own. */
export const useHighlightColor = (user: User | null): string =>
  useQuery(settingsQuery(user)).data?.highlightColor ?? DEFAULT_HIGHLIGHT_COLOR

/** After a log-in: the settings come, and the interface goes over to their language. Without an answer all stays as it is. */
export const applySettings = async (user: User): Promise<void> => {
  try {
    const { defaultLanguage } = await queryClient.fetchQuery({ ...settingsQuery(user), staleTime: 0 })
    if (defaultLanguage && defaultLanguage !== currentLanguage()) await chooseLanguage(defaultLanguage)
  } catch {
    // Asked for again by whatever shows something of them.
  }
}
