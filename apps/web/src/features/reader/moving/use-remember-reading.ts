import { useEffect, useEffectEvent, useRef } from 'react'
import { useSession } from '../../../session/use-session.ts'
import { keepReaderState } from '../columns/kept-reader-state.ts'
import { activeColumn, type ReaderState } from '../columns/reader-state.ts'
import { forgetSpots, rememberSpots } from './reading-place.ts'

/**
 * Stores on the device what the person reads, for the next visit. `visited`: the state was saved in the history entry,
 * and is not only made from the address. `readable`: the active column's chapter exists.
 */
export const useRememberReading = (
  reader: ReaderState,
  { visited, readable }: { readonly visited: boolean; readonly readable: boolean },
): void => {
  const active = activeColumn(reader)
  const remember = useEffectEvent(() => rememberSpots(reader.columns))
  useEffect(() => {
    const store = () => remember()
    addEventListener('pagehide', store)
    return () => {
      removeEventListener('pagehide', store)
      // A link to another page of the app sends no pagehide, so the places are stored here too.
      store()
    }
  }, [])
  // A log-out deletes the stored places, and then the person leaves the reader. The reader must not store the places
  // again.
  const viewer = useSession()?.id
  const before = useRef(viewer)
  useEffect(() => {
    if (before.current && before.current !== viewer) forgetSpots()
    before.current = viewer
  }, [viewer])
  useEffect(() => {
    if (visited && readable) keepReaderState(reader)
  }, [visited, readable, reader])
  useEffect(() => {
    if (!readable) return
    // Runs in a separate task, because only the next passage picker needs the result.
    const timer = setTimeout(() => {
      import('../../../bible/picking/recent-passages.ts')
        .then(({ rememberPassage }) => rememberPassage(active))
        .catch(() => undefined)
    })
    return () => clearTimeout(timer)
  }, [readable, active])
}
