import { useSyncExternalStore } from 'react'
import type { Item, PendingWrite, WriteKind } from './pending-write.ts'
import { pendingWrites } from './pending-writes.ts'

const none = () => NONE
const NONE: readonly never[] = []

/** The person's writes of one kind, including saved writes. A visitor has none. */
export const usePendingWrites = <I extends Item>(
  { name }: WriteKind<I>,
  userId: string | undefined,
): readonly PendingWrite<I>[] =>
  useSyncExternalStore(
    pendingWrites.subscribe,
    userId === undefined ? none : () => pendingWrites.of<I>(name, userId),
    none,
  )
