import { type ReactNode, useSyncExternalStore } from 'react'
import { Navigate } from 'react-router-dom'
import { isRefused } from '../api/pending-write.ts'
import { pendingWrites } from '../api/pending-writes.ts'
import { keptWork } from '../device/kept-work.ts'
import { draftsAt, editDraftKey } from './draft-keys.ts'
import type { KindName } from './kind.ts'

type Props = { readonly kind: KindName; readonly userId: string; readonly id: string; readonly missing: ReactNode }

/**
 * For an item that could not be fetched. If this device has words of it, in a draft or a refused write, the page edits them as those
 * of a new item, which may turn out to exist. Otherwise `missing` is shown.
 */
const KeptHere = ({ kind, userId, id, missing }: Props) => {
  const draftKey = editDraftKey(kind, userId, id)
  const hasDraft = useSyncExternalStore(keptWork.subscribe, () => draftsAt(draftKey).length > 0)
  const writes = useSyncExternalStore(pendingWrites.subscribe, () => pendingWrites.of(kind, userId))
  const hasRefused = writes.some((write) => write.itemId === id && write.wanted !== null && isRefused(write))
  return hasDraft || hasRefused ? <Navigate to="?new" replace /> : missing
}
export default KeptHere
