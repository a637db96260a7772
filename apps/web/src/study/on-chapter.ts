import { type ComponentType, useLayoutEffect } from 'react'
import type { ChapterOf, OnChapter, OnChapterProps } from './study-kind.ts'

/** Makes of a hook what the reader mounts; it answers the same object as long as nothing changed. */
export const onChapter =
  (useOnChapter: (of: ChapterOf) => OnChapter): ComponentType<OnChapterProps> =>
  ({ of, onShown }) => {
    const shown = useOnChapter(of)
    // Before it is painted: marks of the chapter before are not seen on this one.
    useLayoutEffect(() => onShown(shown), [shown, onShown])
    return null
  }
