import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'
import type { Writing } from './rich-text-editor.tsx'
import { type Draft, writtenText } from './sermon-draft.ts'

/** How long after the last typed letter the draft takes the words over from the editor, in milliseconds. */
const PAUSE_MS = 400

/**
 * The text of a draft, while only the editor of rich text has it. The draft takes it over when the person pauses in
 * writing, and before anything is done with the draft.
 */
export const useWrittenText = (setDraft: Dispatch<SetStateAction<Draft>>) => {
  const writing = useRef<Writing | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isTaken = useRef(true)
  const [isWriting, setWriting] = useState(false)

  /** The draft with the text as it stands in the editor now. */
  const withText = useCallback(
    (draft: Draft): Draft =>
      isTaken.current || !writing.current ? draft : { ...draft, content: writtenText(writing.current.read()) },
    [],
  )
  const takeOver = useCallback(() => {
    clearTimeout(pause.current)
    if (!isTaken.current) {
      const written = writing.current && writtenText(writing.current.read())
      if (written) setDraft((draft) => ({ ...draft, content: written }))
    }
    isTaken.current = true
    setWriting(false)
  }, [setDraft])
  const onWrite = useCallback(() => {
    isTaken.current = false
    setWriting(true)
    clearTimeout(pause.current)
    pause.current = setTimeout(takeOver, PAUSE_MS)
  }, [takeOver])
  const onReady = useCallback((ready: Writing) => {
    writing.current = ready
  }, [])
  useEffect(() => () => clearTimeout(pause.current), [])

  return {
    /** Words stand in the editor that the draft does not have yet. */
    isWriting,
    withText,
    takeOver,
    onWrite,
    onReady,
    focus: () => writing.current?.focus(),
  }
}
