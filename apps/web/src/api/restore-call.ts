import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'

export const restoreCall = (kind: HistoryKind, id: string, revision: number) => ({
  method: 'POST' as const,
  path: `/api/history/${kind}/${encodeURIComponent(id)}/restore`,
  body: { revision },
})
