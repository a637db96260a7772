import { type ComponentType, useLayoutEffect } from 'react'
import type { ChapterOf, OnChapter, OnChapterProps } from './study-kind.ts'

/**
 * Makes the component that the reader mounts of a hook, which returns the same object as long as nothing changed. `kind`: what else
 * the hook takes.
 */
export const onChapter =
  <Kind = undefined>(
    useOnChapter: (of: ChapterOf, kind: Kind) => OnChapter,
    kind?: Kind,
  ): ComponentType<OnChapterProps> =>
  ({ of, onShown }) => {
    const marks = useOnChapter(of, kind as Kind)
    // This runs before the page is painted. So no mark of the chapter before is seen on this one.
    useLayoutEffect(() => onShown(marks), [marks, onShown])
    return null
  }
