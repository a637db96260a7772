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
  /** `none`: the write lacks the draft's words. `refused`: the server refused the write with them. `held`: the write has them otherwise. */
  readonly state: 'none' | 'held' | 'refused'
  /** The editor has words that the draft lacks. `withText` adds them to the draft. */
  readonly isWriting: boolean
  readonly withText: (draft: D) => D
  readonly onUnsaved: (unsaved: Unsaved | null) => void
  /** Saves the words of a closing editor. False if they cannot be saved yet. The function stays the same. */
  readonly save: () => boolean
}

/**
 * Stores a draft on this device unless a write has its words, and reports what would be lost. Returns the key at which the draft is
 * stored now, and `giveUp`, which discards the draft for good: nothing is stored again, even if the editor stays open.
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
  /** The discarded draft. Further words in the same editor are stored again. */
  const discarded = useRef<D | null>(null)
  const keepTyped = useEffectEvent(() => {
    if (isWriting && !isOver.current && discarded.current !== draft) stored.keep(withText(draft))
  })
  useEffect(() => {
    // Keeps the last words before the page goes, or is hidden: a phone ends a hidden page without a further event. As a capturing
    // listener of the window it runs before the one that writes to the device.
    const keep = () => keepTyped()
    const events = ['pagehide', 'visibilitychange'] as const
    for (const event of events) addEventListener(event, keep, { capture: true })
    return () => {
      for (const event of events) removeEventListener(event, keep, { capture: true })
      // The editor may also close without a question.
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
