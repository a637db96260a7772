import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { keptWork } from './kept-work.ts'

const never = () => false

/** Whether what this device keeps of a person's work has been read. A component that begins with it waits for that. */
export const useKeptWorkOpen = (): boolean => {
  useEffect(() => void keptWork.open(), [])
  return useSyncExternalStore(keptWork.subscribe, keptWork.isOpen, never)
}

/** Whether this device refuses to keep what is at `key`; null: nothing is. */
export const useRefusedByDevice = (key: string | null): boolean =>
  useSyncExternalStore(
    keptWork.subscribe,
    useCallback(() => key !== null && keptWork.isRefused(key), [key]),
    never,
  )
