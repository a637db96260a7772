import type { KeptKind } from '../study/offline-kind.ts'

/** How each kind is kept on a device: its code comes with the first call. */
export const fetchOfflineKinds = async (): Promise<readonly KeptKind[]> =>
  (await import('./offline-kinds.ts')).OFFLINE_KINDS
