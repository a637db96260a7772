import { useEffect } from 'react'

/** The actions of a page's keys, by `KeyboardEvent.key`. */
type PageKeys = Readonly<Record<string, (() => void) | undefined>>

/** Open modals, menus and popovers, which handle keys themselves. */
const OPEN = '[data-modal], [role=menu], [data-radix-popper-content-wrapper]'

/** Whether the target is a field that the person types in. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** Calls the actions of a page's keys, except while the person types or something is open. */
export const usePageKeys = (keys: PageKeys): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
      if (isTyping(event.target) || document.querySelector(OPEN)) return
      // On a Korean keyboard the key's letter counts, not the Hangul it would write.
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
