import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { Action } from '@pathlight/domain/event-catalog.ts'
import type { RuleParams } from '@pathlight/domain/rule.ts'

/**
 * A change from a file, not validated yet. `after`: the revision before the change; null: the file has only the item's
 * last state.
 */
export type Change = {
  readonly kind: HistoryKind
  /** Null if the id is in `item`. */
  readonly id: string | null
  readonly action: Action
  /** The time of the change; null: the time is in `item`. */
  readonly at: string | null
  readonly item: Readonly<Record<string, unknown>> | null
  readonly after: number | null
}

/** The change that adds an item of a file without a history. */
export const added = (kind: HistoryKind, item: Change['item']): Change => ({
  ...{ kind, id: null, action: 'added', at: null, item, after: null },
})

export type Why = { readonly code: string; readonly why: string; readonly params?: RuleParams }

/** The refusal of a line that is not in the format of its file. */
export const BAD_ENTRY: Why = { code: 'import_bad_entry', why: 'This line does not follow the format.' }

/** The refusal of a line whose parsing would block the event loop (libs/http/src/json-shape.ts). */
export const TOO_MANY_PARTS: Why = {
  code: 'import_too_many_parts',
  why: 'This line has more parts than anything that can be kept here.',
}

/** Changes of a line of a file, or a refusal. A line of which only a part is refused makes two entries. */
export type Entry = { readonly line: number } & (
  | { readonly changes: readonly Change[] }
  | { readonly kind: HistoryKind; readonly refused: Why }
)
