import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { pendingWrites } from '../../api/pending-writes.ts'
import { keptWork } from '../../device/kept-work.ts'
import type { Unsaved } from '../../ui/use-leave-guard.tsx'
import { openDraft } from './drafts.ts'

type Options<D> = {
  readonly drafts: { isUnsaved(draft: D): boolean; keep(key: string, draft: D): void }
  readonly draft: D
  /** The key of the draft on this device when the editor opens. */
  readonly keptAt: string
  /** The key of the write that the editor sent. Null if there is none. */
  readonly sent: string | null
  /**
   * `none`: no write has the draft's words. `refused`: the server refused the write with the words. `held`: a write
   * with the words exists and was not refused.
   */
  readonly state: 'none' | 'held' | 'refused'
  /** The editor has words that the draft lacks. `withText` returns the draft with them. */
  readonly isWriting: boolean
  readonly withText: (draft: D) => D
  readonly onUnsaved: (unsaved: Unsaved | null) => void
  /**
   * Saves the words of a closing editor. Returns false if the words cannot be saved yet. Pass the same function at each
   * render.
   */
  readonly save: () => boolean
}

/**
 * Stores a draft on this device unless a write has its words, and reports words that would be lost. Returns the present
 * key of the stored draft, and `giveUp`, which discards the draft for good.
 */
export const useKeptDraft = <D>({
  drafts,
  draft,
  keptAt,
  sent,
  state,
  isWriting,
  withText,
  onUnsaved,
  save,
}: Options<D>): { readonly keptAt: string; readonly giveUp: () => void } => {
  const [stored] = useState(() => openDraft(drafts, keptAt))
  const isOver = useRef(false)
  /** The discarded draft. It is not stored again, but later words in the same editor are. */
  const discarded = useRef<D | null>(null)
  const keepTyped = useEffectEvent(() => {
    if (isWriting && !isOver.current && discarded.current !== draft) stored.keep(withText(draft))
  })
  useEffect(() => {
    // Stores the last words before the page closes or is hidden. A phone may end a hidden page without a further event.
    // These listeners capture on the window, so they run before the listener that writes to the device.
    const keep = () => keepTyped()
    const events = ['pagehide', 'visibilitychange'] as const
    for (const event of events) addEventListener(event, keep, { capture: true })
    return () => {
      for (const event of events) removeEventListener(event, keep, { capture: true })
      // The editor may close without a question, so it stores the last words here too.
      keep()
    }
  }, [])

  useEffect(() => {
    if (isOver.current || discarded.current === draft) return
    if (state === 'none') stored.keep(draft)
    else stored.forget()
    const discard = () => {
      discarded.current = draft
      stored.forget()
      if (sent) pendingWrites.drop(sent)
    }
    const saveInstead = () => {
      if (!save()) return false
      discarded.current = draft
      stored.forget()
      return true
    }
    const isLost = state === 'none' ? drafts.isUnsaved(draft) : state === 'refused'
    onUnsaved(isWriting || isLost ? { discard, save: saveInstead } : null)
  }, [drafts, draft, state, sent, stored, isWriting, onUnsaved, save])
  useEffect(() => () => onUnsaved(null), [onUnsaved])

  const giveUp = useCallback(() => {
    isOver.current = true
    stored.forget()
  }, [stored])
  return { keptAt: useSyncExternalStore(keptWork.subscribe, stored.key, stored.key), giveUp }
}
