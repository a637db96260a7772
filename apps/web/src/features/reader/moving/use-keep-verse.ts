import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useFetched } from '../../../ui/use-fetched.ts'
import type { ReaderState } from '../columns/reader-state.ts'

/** Keeps a verse in its place (keep-verse.ts) while the caller is mounted. `root` is the element around all columns. */
export const useKeepVerse = (root: RefObject<HTMLElement | null>, reader: ReaderState, entry: string): void => {
  const keepVerse = useFetched(true, async () => (await import('./keep-verse.ts')).keepVerse)
  const keeper = useRef<ReturnType<NonNullable<typeof keepVerse>> | null>(null)
  useLayoutEffect(() => {
    if (!(keepVerse && root.current)) return
    const own = keepVerse(root.current)
    keeper.current = own
    return own.end
  }, [keepVerse, root])
  // A layout effect runs after each rendering and before the paint.
  useLayoutEffect(() => keeper.current?.update(reader, entry))
}
