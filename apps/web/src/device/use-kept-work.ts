import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { keptWork } from './kept-work.ts'

const never = () => false

/**
 * Whether the person's stored work has been read. A component that begins with stored work waits for this. The stored
 * writes of the kinds registered so far (api/pending-writes.ts) have been read by then as well.
 */
export const useKeptWorkOpen = (): boolean => {
  const [isOpen, setOpen] = useState(keptWork.isOpen)
  useEffect(() => void keptWork.open().then(() => setOpen(true)), [])
  return isOpen
}

/** Whether this device refuses to store the value at `key`. False without a key. */
export const useRefusedByDevice = (key: string | null): boolean =>
  useSyncExternalStore(
    keptWork.subscribe,
    useCallback(() => key !== null && keptWork.isRefused(key), [key]),
    never,
  )
