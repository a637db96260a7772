import { useCallback, useEffect, useRef } from 'react'
import { pendingWrites } from '../../api/pending-writes.ts'
import type { Unsaved } from '../../ui/use-leave-guard.tsx'
import { forgetDraft } from './drafts.ts'

type Options<D> = {
  readonly drafts: { isUnsaved(draft: D): boolean; keep(key: string, draft: D): void }
  readonly draft: D
  /** The key of the draft on this device. */
  readonly keptAt: string
  /** The key of the write that the editor sent; null: it sent none. */
  readonly sent: string | null
  /** Whether that write has the draft's words, and the server refused it (`refused`) or has not decided yet (`held`). */
  readonly state: 'none' | 'held' | 'refused'
  /** The editor has words that the draft does not have yet; `withText` adds them. */
  readonly isWriting: boolean
  readonly withText: (draft: D) => D
  readonly onUnsaved: (unsaved: Unsaved | null) => void
}

/**
 * Keeps a draft on this device while nothing else has its words, and reports what would be lost. Returns a function that gives
 * the draft up: after that it is not kept any more, however long the editor stays.
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
}: Options<D>): (() => void) => {
  const isOver = useRef(false)
  /** What the person left behind. The editor may stay: what they write on in it is kept again. */
  const discarded = useRef<D | null>(null)
  useEffect(() => {
    // What was typed in the last moment before the page goes; captured, so that it comes before what gives it to the device then.
    const keep = () => {
      if (isWriting && !isOver.current && discarded.current !== draft) drafts.keep(keptAt, withText(draft))
    }
    addEventListener('pagehide', keep, { capture: true })
    return () => removeEventListener('pagehide', keep, { capture: true })
  }, [drafts, draft, keptAt, isWriting, withText])

  useEffect(() => {
    if (isOver.current || discarded.current === draft) return
    if (state === 'none') drafts.keep(keptAt, draft)
    else forgetDraft(keptAt)
    const discard = () => {
      discarded.current = draft
      forgetDraft(keptAt)
      if (sent) pendingWrites.drop(sent)
    }
    const isLost = state === 'none' ? drafts.isUnsaved(draft) : state === 'refused'
    onUnsaved(isWriting || isLost ? { discard } : null)
  }, [drafts, draft, state, sent, keptAt, isWriting, onUnsaved])
  useEffect(() => () => onUnsaved(null), [onUnsaved])

  return useCallback(() => {
    isOver.current = true
    forgetDraft(keptAt)
  }, [keptAt])
}
