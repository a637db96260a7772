import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'

/** A field whose words are read only on demand, such as a rich text editor. */
export type LateField<D> = { readonly read: () => Partial<D>; readonly focus: () => void }

/** The pause in typing after which the draft takes the words, in milliseconds. */
const PAUSE_MS = 400

/**
 * The words of a field that is read on demand. The draft takes the words when the person pauses, and before the draft
 * is saved or replaced.
 */
export const useLateWords = <D>(setDraft: Dispatch<SetStateAction<D>>) => {
  const field = useRef<LateField<D> | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isTaken = useRef(true)
  const [isWriting, setWriting] = useState(false)

  /** The draft with the field's present words. */
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
    /** The field has words that the draft lacks. */
    isWriting,
    withText,
    takeOver,
    onWrite,
    onReady,
    focus: () => field.current?.focus(),
  }
}
