import { type ComponentType, useLayoutEffect } from 'react'
import type { ChapterOf, OnChapter, OnChapterProps } from './study-kind.ts'

/** Makes of a hook what the reader mounts; it answers the same object as long as nothing changed. */
export const onChapter =
  (useOnChapter: (of: ChapterOf) => OnChapter): ComponentType<OnChapterProps> =>
  ({ of, onShown }) => {
    const marks = useOnChapter(of)
    // This runs before the page is painted. So no mark of the chapter before is seen on this one.
    useLayoutEffect(() => onShown(marks), [marks, onShown])
    return null
  }
