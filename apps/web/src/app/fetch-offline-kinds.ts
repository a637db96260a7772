import type { KeptKind } from '../study/offline-kind.ts'

/** How a device keeps each kind. The first call fetches the code. */
export const fetchOfflineKinds = async (): Promise<readonly KeptKind[]> =>
  (await import('./offline-kinds.ts')).OFFLINE_KINDS
