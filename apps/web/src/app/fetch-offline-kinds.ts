import type { KeptKind } from '../study/offline-kind.ts'

/** For each kind, how a device stores its items offline. The first call fetches the code. */
export const fetchOfflineKinds = async (): Promise<readonly KeptKind[]> =>
  (await import('./offline-kinds.ts')).OFFLINE_KINDS
