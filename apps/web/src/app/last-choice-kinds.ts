import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'

/**
 * The writes that take effect whatever revision their item has (WriteKind.whicheverRevision), by their names, with the kind of
 * their items' history.
 */
export const LAST_CHOICE_KINDS: Readonly<Record<string, HistoryKind>> = {
  settings: 'settings',
  theme: 'settings',
  highlights: 'highlight',
}
