import { HISTORY_KINDS } from '@pathlight/contracts/kind-rules.ts'
import { history as settings } from '../features/settings/history.ts'
import type { AnyKindHistory } from '../study/history/kind-history.ts'

/** The histories of all kinds in the order of HISTORY_KINDS, then the history of the settings. */
export const HISTORIES: readonly AnyKindHistory[] = [
  ...Object.values(
    import.meta.glob<AnyKindHistory>('../kinds/*/history.ts', { eager: true, import: 'history' }),
  ).toSorted((a, b) => HISTORY_KINDS.indexOf(a.kind) - HISTORY_KINDS.indexOf(b.kind)),
  settings,
]
