import { useSyncExternalStore } from 'react'
import type { Item, PendingWrite, WriteKind } from './pending-write.ts'
import { pendingWrites } from './pending-writes.ts'

const none = () => NONE
const NONE: readonly never[] = []

/** What this person has on the way of one kind, or was refused; nothing for a visitor who is not signed in. */
export const usePendingWrites = <I extends Item>(
  { name }: WriteKind<I>,
  userId: string | undefined,
): readonly PendingWrite<I>[] =>
  useSyncExternalStore(
    pendingWrites.subscribe,
    userId === undefined ? none : () => pendingWrites.of<I>(name, userId),
    none,
  )
