import type { Settings, SettingsAnswer } from '@pathlight/contracts/settings.ts'
import { lazy } from 'react'
import { MINE } from '../../api/query-client.ts'
import { withWords } from '../../locales/language.ts'
import type { KindHistory } from '../../study/history/kind-history.ts'
import { Settings2 } from '../../ui/icons.ts'

export const history: KindHistory<Settings & Partial<SettingsAnswer>> = {
  kind: 'settings',
  icon: Settings2,
  Difference: lazy(() =>
    withWords(['settings', 'appearance', 'highlights-brief', 'history'], () => import('./settings-difference.tsx')),
  ),
  touches: (userId) => [[MINE, userId, 'settings']],
}
