import { type RefObject, useLayoutEffect } from 'react'
import { isTyping } from '../../../ui/use-page-keys.ts'
import { NOTHING, type Points, withPoints } from './hebrew-points.ts'

const HEBREW = ':is([lang=he], [lang=hbo]) .scripture'

/** For each text node, its complete text and the text that it shows. */
const wholeTexts = new WeakMap<Text, { readonly whole: string; readonly shown: string }>()

const show = (node: Text, points: Points) => {
  const known = wholeTexts.get(node)
  // If the node shows another text than before, React has rendered it again, and the new text is complete.
  const whole = known && known.shown === node.data ? known.whole : node.data
  const shown = withPoints(whole, points, NOTHING)
  wholeTexts.set(node, { whole, shown })
  if (node.data !== shown) node.data = shown
}

/** Copies selected Hebrew as it is seen. The characters in place of removed marks would spoil it in other programs. */
const copySelection = (event: ClipboardEvent) => {
  // A copy in a field copies the field's selection, not the page's selection, which may still exist.
  if (isTyping(event.target)) return
  const selected = String(getSelection() ?? '')
  if (!selected.includes(NOTHING)) return
  event.clipboardData?.setData('text/plain', selected.replaceAll(NOTHING, ''))
  event.preventDefault()
}

/**
 * Shows the reader's Hebrew texts with the chosen points. Only the shown text changes, and its length in UTF-16 units
 * stays the same. The app's own copies, highlights and notes have the complete text.
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
    // original-letters.css chooses the font by this attribute.
    reader.dataset.hebrew = points
    showAll()
    const observer = new MutationObserver(showAll)
    observer.observe(reader, { childList: true, subtree: true })
    document.addEventListener('copy', copySelection)
    return () => {
      observer.disconnect()
      document.removeEventListener('copy', copySelection)
    }
  }, [root, points])
}
