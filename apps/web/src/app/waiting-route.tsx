import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { pendingWrites } from '../api/pending-writes.ts'
import { keptWork } from '../device/kept-work.ts'
import { WaitingPage } from '../features/my-memos/waiting-page.tsx'
import { HISTORIES } from './histories.ts'
import { KINDS } from './kinds.ts'

/** Reads the stored writes of every kind, so that all are listed whichever page was open before. */
const readAll = async (): Promise<void> => {
  await Promise.all([...KINDS.map(({ writes }) => writes()), import('../session/write-settings.ts')])
  await pendingWrites.whenRead()
}

/** The page /my-memos/waiting: the writes of every kind that the server does not have yet. */
export const Component = () => {
  const [reading, setReading] = useState<'under way' | 'done' | 'failed'>('under way')
  // A tab of an older build may block the database. The waiting writes are then listed once the database can be read.
  const isUnread = useSyncExternalStore(keptWork.subscribe, keptWork.isUnread)
  const read = useCallback(() => {
    setReading('under way')
    readAll().then(
      () => setReading('done'),
      (error: unknown) => {
        console.warn(error)
        setReading('failed')
      },
    )
  }, [])
  useEffect(read, [read])
  return (
    <WaitingPage
      kinds={KINDS}
      histories={HISTORIES}
      isRead={reading === 'done'}
      isUnread={isUnread}
      onRetry={reading === 'failed' ? read : null}
    />
  )
}
