import type { HistoryAction } from '@pathlight/contracts/history-rules.ts'
import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { TFunction } from 'i18next'

/** What a change did to an item: "Note added". A kind may say it otherwise: `history.change.edited_highlight`. */
export const sayItemChange = (t: TFunction, kind: HistoryKind, action: HistoryAction): string =>
  t(`history.change.${action}`, { what: t(`history.one.${kind}`), context: kind })
