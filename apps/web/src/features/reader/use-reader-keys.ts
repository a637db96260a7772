import { useEffect } from 'react'

type Keys = { readonly onPrevious: () => void; readonly onNext: () => void; readonly onHelp: () => void }

/** Something open takes the keys for itself: a modal, a menu, a popover. */
const OPEN = '[data-modal], [role=menu], [data-radix-popper-content-wrapper]'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** Left and right for the chapters, ? for help; not while somebody types. */
export const useReaderKeys = ({ onPrevious, onNext, onHelp }: Keys): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
      if (isTyping(event.target) || document.querySelector(OPEN)) return
      if (event.key === '?') onHelp()
      else if (event.shiftKey) return
      else if (event.key === 'ArrowLeft') onPrevious()
      else if (event.key === 'ArrowRight') onNext()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [onPrevious, onNext, onHelp])
}
