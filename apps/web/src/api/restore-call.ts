import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'

/** The call that makes an item what it was at a revision. */
export const restoreCall = (kind: HistoryKind, id: string, revision: number) => ({
  method: 'POST' as const,
  path: `/api/history/${kind}/${encodeURIComponent(id)}/restore`,
  body: { revision },
})
