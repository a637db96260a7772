import { useEffect, useRef } from 'react'
import { pendingWrites } from '../../api/pending-writes.ts'
import type { Unsaved } from '../../ui/use-leave-guard.tsx'
import { forgetDraft, keepDraft } from './kept-drafts.ts'
import { type Draft, isUnsaved } from './sermon-draft.ts'

type Kept = {
  readonly draft: Draft
  /** Where it is kept on this device. */
  readonly keptAt: string
  /** The write with these words; null where there is none. */
  readonly sent: string | null
  /** What became of that write, which has the draft's words: the server refused it, or has not decided yet. */
  readonly state: 'none' | 'held' | 'refused'
  /** Words stand in the editor that the draft does not have yet; `withText` reads them. */
  readonly isWriting: boolean
  readonly withText: (draft: Draft) => Draft
  readonly onUnsaved: (unsaved: Unsaved | null) => void
}

/**
 * Keeps a draft on this device while nothing else has its words, and tells what would be lost. Answers how to give the draft
 * up: from then on it is kept no more, however long the editor is still there.
 */
export const useKeptDraft = ({ draft, keptAt, sent, state, isWriting, withText, onUnsaved }: Kept): (() => void) => {
  const isOver = useRef(false)
  useEffect(() => {
    // What was typed in the last moment before the page goes; captured, so that it comes before what gives it to the device then.
    const keep = () => {
      if (isWriting && !isOver.current) keepDraft(keptAt, withText(draft))
    }
    addEventListener('pagehide', keep, { capture: true })
    return () => removeEventListener('pagehide', keep, { capture: true })
  }, [draft, keptAt, isWriting, withText])

  useEffect(() => {
    if (isOver.current) return
    if (state === 'none') keepDraft(keptAt, draft)
    else forgetDraft(keptAt)
    const discard = () => {
      isOver.current = true
      forgetDraft(keptAt)
      if (sent) pendingWrites.drop(sent)
    }
    const isLost = state === 'none' ? isUnsaved(draft) : state === 'refused'
    onUnsaved(isWriting || isLost ? { discard } : null)
  }, [draft, state, sent, keptAt, isWriting, onUnsaved])
  useEffect(() => () => onUnsaved(null), [onUnsaved])

  return () => {
    isOver.current = true
    forgetDraft(keptAt)
  }
}
