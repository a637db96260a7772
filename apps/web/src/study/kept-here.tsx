import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { isRefused } from '../api/pending-write.ts'
import { pendingWrites } from '../api/pending-writes.ts'
import { keptWork } from '../device/kept-work.ts'
import { editDraftKey } from './draft-keys.ts'
import type { KindName } from './kind.ts'

type Props = {
  readonly kind: KindName
  readonly userId: string
  readonly id: string
  readonly editor: ReactNode
  readonly missing: ReactNode
}

/** For an item that the server lacks: `editor` if this device has words of it, in a draft or a refused write; otherwise `missing`. */
const KeptHere = ({ kind, userId, id, editor, missing }: Props) => {
  const draftKey = editDraftKey(kind, userId, id)
  const hasDraft = useSyncExternalStore(keptWork.subscribe, () => keptWork.get(draftKey) !== undefined)
  const writes = useSyncExternalStore(pendingWrites.subscribe, () => pendingWrites.of(kind, userId))
  const hasRefused = writes.some((write) => write.itemId === id && write.wanted !== null && isRefused(write))
  /** Stays true while the words are being saved, because the editor must stay open. */
  const [hadWords, setHadWords] = useState(false)
  if (!hadWords && (hasDraft || hasRefused)) setHadWords(true)
  return hadWords ? editor : missing
}
export default KeptHere
