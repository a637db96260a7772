import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { keptWork } from './kept-work.ts'

const never = () => false

/**
 * Whether the person's stored work has been read. A component that begins with it waits for that. The writes of kinds that were
 * registered before (api/pending-writes.ts) wait for the same promise, so they are there by then.
 */
export const useKeptWorkOpen = (): boolean => {
  const [isOpen, setOpen] = useState(keptWork.isOpen)
  useEffect(() => void keptWork.open().then(() => setOpen(true)), [])
  return isOpen
}

/** Whether this device refuses to store the value at `key`; null: there is none. */
export const useRefusedByDevice = (key: string | null): boolean =>
  useSyncExternalStore(
    keptWork.subscribe,
    useCallback(() => key !== null && keptWork.isRefused(key), [key]),
    never,
  )
