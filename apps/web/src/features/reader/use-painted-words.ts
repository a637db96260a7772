import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { ChosenWords } from './desk.ts'
import { PAINTS_RANGES, paintWords } from './paint-words.ts'
import { rangesOf } from './text-offsets.ts'
import type { StudyOnChapter } from './use-study-on-chapter.ts'

/** What stands in look/scripture.css for the words that are chosen. */
const CHOSEN = 'chosen-words'

type Painting = {
  readonly column: string
  readonly root: RefObject<HTMLElement | null>
  readonly paints: StudyOnChapter['paints']
  readonly chosen: readonly ChosenWords[]
  /** Another object whenever other text nodes stand on the page. */
  readonly text: unknown
}

/** Whether the browser itself shows a selection within this text: then ours beneath it would only darken it. */
const useOwnSelection = (root: RefObject<HTMLElement | null>, asked: boolean): boolean => {
  const [own, setOwn] = useState(false)
  useEffect(() => {
    if (!asked) return
    const look = () => {
      const selection = getSelection()
      setOwn(selection?.isCollapsed === false && root.current?.contains(selection.anchorNode) === true)
    }
    look()
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [root, asked])
  return asked && own
}

/** Paints what study material a column has, and the words that are chosen in it. */
export const usePaintedWords = ({ column, root, paints, chosen, text }: Painting): void => {
  const shown = useOwnSelection(root, chosen.length > 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other text nodes there are other ranges
  useLayoutEffect(() => {
    const at = root.current
    if (!(PAINTS_RANGES && at)) return
    const painted = new Map<string, StaticRange[]>()
    const add = (name: string, words: ChosenWords) => {
      const ranges = rangesOf(at, words)
      painted.set(name, [...(painted.get(name) ?? []), ...ranges])
    }
    for (const [verse, stretches] of paints)
      for (const { name, start, end } of stretches) add(name, { verse, start, end })
    if (!shown) for (const words of chosen) add(CHOSEN, words)
    paintWords(column, painted)
  }, [column, root, paints, chosen, shown, text])
  useLayoutEffect(() => () => paintWords(column, new Map()), [column])
}
