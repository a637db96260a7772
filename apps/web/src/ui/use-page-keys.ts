import { useEffect } from 'react'

/** What keys do on a page, by key. */
type PageKeys = Readonly<Record<string, (() => void) | undefined>>

/** Something open takes the keys for itself: a modal, a menu, a popover. */
const OPEN = '[data-modal], [role=menu], [data-radix-popper-content-wrapper]'

/** Whether the keys write into a field. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** Hears the keys of a page, but not while the person types, and not those that belong to something open. */
export const usePageKeys = (keys: PageKeys): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
      if (isTyping(event.target) || document.querySelector(OPEN)) return
      // Of a Korean keyboard the letter on the key is meant, whatever it would write.
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
