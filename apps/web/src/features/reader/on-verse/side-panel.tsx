import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button.tsx'
import { isComposing } from '../../../ui/composing.ts'
import { X } from '../../../ui/icons.ts'

/** A panel beside the text, for wide windows. */
export const SidePanel = ({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) => {
  const { t } = useTranslation()
  const panel = useRef<HTMLElement>(null)
  // The element that opened the panel, read before the focus moves. It gets the focus back when the panel closes.
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true })
    return () => {
      // The panel may close by itself once a note is saved. If the person is already in another field or has selected
      // words, the focus stays there.
      const isBusyElsewhere = document.activeElement !== document.body || getSelection()?.isCollapsed === false
      if (!isBusyElsewhere && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [opener])
  useEffect(() => {
    // If the focused element is removed, as with a deleted note, the panel gets the focus, as a dialog would.
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true })
    })
    if (panel.current) observer.observe(panel.current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event.nativeEvent)) return
        // Other listeners must not close anything at the same key.
        event.stopPropagation()
        onClose()
      }}
      // The panel's scroll padding keeps space around the text cursor. With padding on the window, the window would
      // scroll instead of the panel.
      className="sticky top-(--bar) h-[calc(100dvh-var(--bar))] animate-[slide-in_var(--slow)_var(--ease)] scroll-pt-32 scroll-pb-28 overflow-y-auto border-l border-line bg-surface p-4 outline-none"
    >
      <div className="modal-head flex items-center gap-2 pt-3! [--above:16px] [--beside:16px]">
        <h2 className="grow font-scripture text-lg font-semibold">{title}</h2>
        <IconButton icon={X} label={t('close')} onClick={onClose} className="-mr-2" />
      </div>
      {children}
    </aside>
  )
}
