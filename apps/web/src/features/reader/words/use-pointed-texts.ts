import { type RefObject, useLayoutEffect } from 'react'
import { NOTHING, type Points, withPoints } from './hebrew-points.ts'

/** Texts in Hebrew. */
const HEBREW = ':is([lang=he], [lang=hbo]) .scripture'

/** The text nodes with their complete text. */
const wholeTexts = new WeakMap<Text, { readonly whole: string; readonly shown: string }>()

const show = (node: Text, points: Points) => {
  const known = wholeTexts.get(node)
  // If the node shows another text, React has rendered since, and that text is complete.
  const whole = known && known.shown === node.data ? known.whole : node.data
  const shown = withPoints(whole, points, NOTHING)
  wholeTexts.set(node, { whole, shown })
  if (node.data !== shown) node.data = shown
}

/**
 * Shows the reader's Hebrew texts with the chosen points. Only the shown text changes, and keeps its number of UTF-16 units:
 * copies, highlights and notes have the complete text.
 */
export const usePointedTexts = (root: RefObject<HTMLElement | null>, points: Points): void => {
  useLayoutEffect(() => {
    const reader = root.current
    if (!reader) return
    const showAll = () => {
      for (const scripture of reader.querySelectorAll(HEBREW)) {
        const walker = document.createTreeWalker(scripture, NodeFilter.SHOW_TEXT)
        while (walker.nextNode()) show(walker.currentNode as Text, points)
      }
    }
    // original-letters.css chooses the font by this.
    reader.dataset.hebrew = points
    showAll()
    const observer = new MutationObserver(showAll)
    observer.observe(reader, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [root, points])
}
