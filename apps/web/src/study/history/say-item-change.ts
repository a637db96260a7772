import type { HistoryAction } from '@pathlight/contracts/history-rules.ts'
import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { TFunction } from 'i18next'

/**
 * Lets a kind have its own words for an action, such as `edited_highlight`. The type is loose, because i18next's types
 * would demand such words for each action.
 */
const by = (kind: HistoryKind): Record<string, unknown> => ({ context: kind })

/** A change in words, without the item: "Added". */
export const sayAction = (t: TFunction, kind: HistoryKind, action: HistoryAction): string =>
  t(`history.did.${action}`, by(kind))

/** A change in words, with the kind of the item: "Note added". */
export const sayItemChange = (t: TFunction, kind: HistoryKind, action: HistoryAction): string =>
  t(`history.change.${action}`, { what: t(`history.one.${kind}`), ...by(kind) })
