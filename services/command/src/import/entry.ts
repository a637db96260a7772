import type { Action } from '@pathlight/domain/event-catalog.ts'
import type { KindName } from '@pathlight/domain/item-kind.ts'
import type { RuleParams } from '@pathlight/domain/rule.ts'

/** A change that a file has, not looked at yet. `after`: the revision it was made on, where the file has the history; null: an item as it is. */
export type Change = {
  readonly kind: KindName
  /** Null: it is in the item. */
  readonly id: string | null
  readonly action: Action
  /** Null: it is in the item. */
  readonly at: string | null
  readonly item: Readonly<Record<string, unknown>> | null
  readonly after: number | null
}

export type Why = { readonly code: string; readonly why: string; readonly params?: RuleParams }

/** What one line of a file brings: changes, or why it cannot be taken. */
export type Entry = { readonly line: number } & (
  | { readonly changes: readonly Change[] }
  | { readonly kind: KindName; readonly refused: Why }
)
