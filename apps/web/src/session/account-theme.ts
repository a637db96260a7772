import type { User } from '@pathlight/contracts/accounts.ts'
import { SETTINGS_ID } from '@pathlight/contracts/history-rules.ts'
import type { Theme } from '@pathlight/contracts/theme-rules.ts'
import { isOpen, type WriteKind } from '../api/pending-write.ts'
import { pendingWrites } from '../api/pending-writes.ts'
import { MINE, queryClient } from '../api/query-client.ts'
import { keptWork } from '../device/kept-work.ts'
import { changeAppearance, shownTheme } from '../look/appearance.ts'
import { settingsQuery } from './settings-query.ts'

/** The theme, which is written separately from the other settings. The last choice on any device wins. */
type AccountTheme = { readonly id: typeof SETTINGS_ID; readonly theme: Theme }

const themeWrites: WriteKind<AccountTheme> = pendingWrites.register<AccountTheme>({
  name: 'theme',
  history: 'settings',
  call: ({ base, wanted }) => ({
    method: 'PUT',
    path: '/api/users/settings',
    body: { theme: (wanted ?? base).theme },
  }),
  saved: (_answer, wanted) => wanted,
  touches: (userId) => [[MINE, userId, 'settings']],
  whicheverRevision: true,
})

/**
 * Shows a theme at once. A person's account gets the theme as soon as it can be sent. A visitor's theme stays on the
 * device.
 */
export const chooseTheme = (user: User | null, theme: Theme): void => {
  changeAppearance({ theme })
  if (user) pendingWrites.add(themeWrites, user.id, { base: null, wanted: { id: SETTINGS_ID, theme } })
}

/**
 * Changes this device to the account's theme, if a theme was ever chosen. An unsent choice of this device stays,
 * because the account will get it.
 * @param staleTime settings older than this, in milliseconds, are fetched again
 */
export const followTheme = async (user: User, staleTime?: number): Promise<void> => {
  try {
    await keptWork.open()
    const chosenHere = () => pendingWrites.of<AccountTheme>(themeWrites.name, user.id)
    const before = chosenHere()
    const { theme } = await queryClient.fetchQuery({
      ...settingsQuery(user),
      ...(staleTime !== undefined && { staleTime }),
    })
    const now = chosenHere()
    if (theme === undefined || theme === shownTheme() || now !== before || now.some(isOpen)) return
    changeAppearance({ theme })
  } catch {
    // After a failure the theme is fetched again at the next change of the settings.
  }
}
