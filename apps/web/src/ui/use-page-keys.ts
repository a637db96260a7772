import { useEffect } from 'react'

/** The actions of a page's shortcut keys, by `KeyboardEvent.key`. */
type PageKeys = Readonly<Record<string, (() => void) | undefined>>

/** Open modals, menus and popovers. They handle keys themselves. */
const OPEN = '[data-modal], [role=menu], [data-radix-popper-content-wrapper]'

/** Whether the target is a form control or editable text. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/**
 * Calls the action of a key that is pressed without Alt, Ctrl and Meta. Does nothing while the person types or a modal,
 * menu or popover is open.
 */
export const usePageKeys = (keys: PageKeys): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
      if (isTyping(event.target) || document.querySelector(OPEN)) return
      // On a Korean keyboard layout the key counts, not the Hangul letter.
      const letter = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase()
      const act = keys[event.key] ?? (letter && !event.shiftKey ? keys[letter] : undefined)
      if (!act || (event.shiftKey && event.key.startsWith('Arrow'))) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [keys])
}
