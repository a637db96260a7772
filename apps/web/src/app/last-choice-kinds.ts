import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'

/**
 * The writes that apply to whatever revision their item has (WriteKind.whicheverRevision). The key is the write's name;
 * the value is the kind of the item's history.
 */
export const LAST_CHOICE_KINDS: Readonly<Record<string, HistoryKind>> = {
  settings: 'settings',
  theme: 'settings',
  highlights: 'highlight',
}
