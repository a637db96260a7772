import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'

/** A field that has its own words until it is asked for them: an editor of rich text. */
export type LateField<D> = { readonly read: () => Partial<D>; readonly focus: () => void }

/** How long after the last typed letter the draft takes the words over, in milliseconds. */
const PAUSE_MS = 400

/**
 * The words of a draft that a late field has. The draft takes them over when the person pauses in writing, and before anything
 * is done with the draft.
 */
export const useLateWords = <D>(setDraft: Dispatch<SetStateAction<D>>) => {
  const field = useRef<LateField<D> | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isTaken = useRef(true)
  const [isWriting, setWriting] = useState(false)

  /** The draft with the words that stand in the field now. */
  const withText = useCallback(
    (draft: D): D => (isTaken.current || !field.current ? draft : { ...draft, ...field.current.read() }),
    [],
  )
  const takeOver = useCallback(() => {
    clearTimeout(pause.current)
    if (!isTaken.current) {
      const words = field.current?.read()
      if (words) setDraft((draft) => ({ ...draft, ...words }))
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
  const onReady = useCallback((ready: LateField<D>) => {
    field.current = ready
  }, [])
  useEffect(() => () => clearTimeout(pause.current), [])

  return {
    /** The field has words that the draft does not have yet. */
    isWriting,
    withText,
    takeOver,
    onWrite,
    onReady,
    focus: () => field.current?.focus(),
  }
}
