import type { HistoryAction } from '@pathlight/contracts/history-rules.ts'
import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { TFunction } from 'i18next'

/** Lets a kind have words of its own, such as `edited_highlight`. Typed loosely: i18next's types would require them for each action. */
const by = (kind: HistoryKind): Record<string, unknown> => ({ context: kind })

/** What a change did: "Added". */
export const sayAction = (t: TFunction, kind: HistoryKind, action: HistoryAction): string =>
  t(`history.did.${action}`, by(kind))

/** What a change did to an item: "Note added". */
export const sayItemChange = (t: TFunction, kind: HistoryKind, action: HistoryAction): string =>
  t(`history.change.${action}`, { what: t(`history.one.${kind}`), ...by(kind) })
