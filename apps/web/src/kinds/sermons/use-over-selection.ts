import type { Editor } from '@tiptap/core'
import { type RefObject, useEffect, useState } from 'react'
import { useMediaQuery } from '../../ui/use-media-query.ts'

/** The distance between the tools and the selected words, in pixels. */
const GAP_PX = 10
/**
 * The tools float only for a mouse on a wide screen. On a touch screen the browser shows its own menu over the
 * selection.
 */
const BY_MOUSE = '(min-width: 760px) and (hover: hover)'

type Place = { readonly left: number; readonly top: number }

/**
 * The place of the floating tools, in pixels of the window: above the selected words, or below them if there is no
 * room. Null if the tools do not float, such as when nothing is selected or when BY_MOUSE does not match.
 */
export const useOverSelection = (
  editor: Editor,
  frame: HTMLElement | null,
  tools: RefObject<HTMLElement | null>,
): Place | null => {
  const byMouse = useMediaQuery(BY_MOUSE)
  const [place, setPlace] = useState<Place | null>(null)
  useEffect(() => {
    if (!(byMouse && frame)) return setPlace(null)
    let isPressed = false
    const look = () => {
      const own = tools.current
      const { empty, from, to } = editor.state.selection
      const isHere = editor.view.hasFocus() || own?.contains(document.activeElement)
      if (!own || empty || isPressed || !isHere || !editor.isEditable) return setPlace(null)
      const [first, last, box] = [
        editor.view.coordsAtPos(from),
        editor.view.coordsAtPos(to),
        frame.getBoundingClientRect(),
      ]
      const { offsetHeight: height, offsetWidth: width } = own
      const above = first.top - height - GAP_PX
      const head = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
      const top = above > head ? above : last.bottom + GAP_PX
      if (top < head || top + height > innerHeight) return setPlace(null)
      const middle = first.top === last.top ? (first.left + last.left) / 2 : box.left + box.width / 2
      const left = Math.max(box.left, Math.min(middle - width / 2, box.right - width))
      setPlace((before) => (before?.left === left && before.top === top ? before : { left, top }))
    }
    // While the person selects words, the tools are hidden.
    const press = () => {
      isPressed = true
      look()
    }
    const release = () => {
      isPressed = false
      // The editor gets the selection a moment after the mouse is released.
      requestAnimationFrame(look)
    }
    const text = editor.view.dom
    editor.on('transaction', look)
    editor.on('focus', look)
    // After a blur the focus may be in the tools, so the check waits a frame.
    const leave = () => requestAnimationFrame(look)
    editor.on('blur', leave)
    text.addEventListener('pointerdown', press)
    document.addEventListener('pointerup', release)
    document.addEventListener('scroll', look, { capture: true, passive: true })
    addEventListener('resize', look)
    // The floating row has fewer tools, so its width changes when it begins to float.
    const sized = new ResizeObserver(look)
    if (tools.current) sized.observe(tools.current)
    return () => {
      sized.disconnect()
      editor.off('transaction', look)
      editor.off('focus', look)
      editor.off('blur', leave)
      text.removeEventListener('pointerdown', press)
      document.removeEventListener('pointerup', release)
      document.removeEventListener('scroll', look, { capture: true })
      removeEventListener('resize', look)
    }
  }, [editor, frame, tools, byMouse])
  return place
}
