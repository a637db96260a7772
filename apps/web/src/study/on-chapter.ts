import { type ComponentType, useLayoutEffect } from 'react'
import type { ChapterOf, OnChapter, OnChapterProps } from './study-kind.ts'

/**
 * Makes a component for the reader from a hook. The hook must return the same object while nothing changes. `kind`: a
 * second argument for the hook.
 */
export const onChapter =
  <Kind = undefined>(
    useOnChapter: (of: ChapterOf, kind: Kind) => OnChapter,
    kind?: Kind,
  ): ComponentType<OnChapterProps> =>
  ({ of, onShown }) => {
    const marks = useOnChapter(of, kind as Kind)
    // Runs before the page is painted, so that no mark of the previous chapter is visible on this one.
    useLayoutEffect(() => onShown(marks), [marks, onShown])
    return null
  }
