import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { Action } from '@pathlight/domain/event-catalog.ts'
import type { RuleParams } from '@pathlight/domain/rule.ts'

/** An unchecked change of a file. `after`: the revision that it was made on, if the file has the history; null: the item as it stands. */
export type Change = {
  readonly kind: HistoryKind
  /** Null: it is in the item. */
  readonly id: string | null
  readonly action: Action
  /** Null: it is in the item. */
  readonly at: string | null
  readonly item: Readonly<Record<string, unknown>> | null
  readonly after: number | null
  /** The note that a program from before there were tags made of the same thing. While it stands here with this text, nothing is imported. */
  readonly olderNote?: { readonly id: string; readonly text: string }
}

export type Why = { readonly code: string; readonly why: string; readonly params?: RuleParams }

/** A line of a file: its changes, or why it is refused. */
export type Entry = { readonly line: number } & (
  | { readonly changes: readonly Change[] }
  | { readonly kind: HistoryKind; readonly refused: Why }
)
