import { lazy, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router-dom'
import { askBeforeLeaving } from '../device/before-leaving.ts'
import { Fetched } from './fetched.tsx'

const fetchDialog = () => import('./confirm-dialog.tsx')
const ConfirmDialog = lazy(fetchDialog)

/**
 * An unsaved edit. `discard` drops it. `save` saves it and returns whether that succeeded; absent if the edit cannot be
 * saved.
 */
export type Unsaved = { readonly discard: () => void; readonly save?: () => boolean }

type LeaveGuard = {
  /**
   * Calls `leave`. If something is unsaved, asks the person first. `of` limits the question to these editors; by
   * default it is about all.
   */
  readonly guard: (leave: () => void, of?: readonly string[]) => void
  /** Reports an unsaved edit, or null if there is none. `of` names the editor, because a page may have several. */
  readonly onUnsaved: (unsaved: Unsaved | null, of?: string) => void
  /** The dialog with the question. Always render it, because it also watches navigation. */
  readonly dialog: ReactNode
}

type Edits = ReadonlyMap<string, Unsaved>
const editorsOf = (edits: Edits, of: readonly string[] | undefined): readonly string[] =>
  [...edits.keys()].filter((name) => of === undefined || of.includes(name))

type QuestionProps = {
  readonly isSomethingUnsaved: () => boolean
  /** Whether the question comes from `guard`. If not, it comes from the router. */
  readonly asked: boolean
  readonly onLeave: () => void
  /** Saves the edits that the question is about, and returns whether that succeeded. Null if an edit has no `save`. */
  readonly onSave: (() => boolean) | null
  readonly onStay: () => void
}

/**
 * useBlocker renders its component again at each navigation. In a component of its own, only the question is rendered
 * again.
 */
const LeaveQuestion = ({ isSomethingUnsaved, asked, onLeave, onSave, onStay }: QuestionProps) => {
  const { t } = useTranslation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isSomethingUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  )
  const leave = () => {
    onLeave()
    if (blocker.state === 'blocked') blocker.proceed()
  }
  const stay = () => {
    onStay()
    if (blocker.state === 'blocked') blocker.reset()
  }
  const save = () => {
    if (!onSave?.()) stay()
    else if (blocker.state === 'blocked') blocker.proceed()
  }
  return (
    <Fetched>
      {(asked || blocker.state === 'blocked') && (
        <ConfirmDialog
          title={t('leave.question')}
          description={t('leave.text')}
          confirm={t('leave.leave')}
          cancel={t('leave.stay')}
          onConfirm={leave}
          onCancel={stay}
          {...(onSave && { better: { label: t('leave.save'), onPress: save } })}
        />
      )}
    </Fetched>
  )
}

/** Asks the person before unsaved words are left: by `guard`, by navigation, by logging out, or by closing the tab. */
export const useLeaveGuard = (): LeaveGuard => {
  const current = useRef<Edits>(new Map())
  /**
   * The editors with unsaved words, and whether each can save them, as JSON. The page is rendered again only when this
   * text changes.
   */
  const [unsaved, setUnsaved] = useState('[]')
  const [question, setQuestion] = useState<{ leave: () => void; of: readonly string[] | undefined } | null>(null)

  const onUnsaved = useCallback((next: Unsaved | null, of = '') => {
    const edits = new Map(current.current)
    if (next) edits.set(of, next)
    else edits.delete(of)
    current.current = edits
    setUnsaved(JSON.stringify([...edits].map(([name, { save }]) => [name, save !== undefined])))
  }, [])
  const guard = useCallback((leave: () => void, of?: readonly string[]) => {
    if (editorsOf(current.current, of).length === 0) leave()
    else setQuestion({ leave, of })
  }, [])

  useEffect(() => {
    return askBeforeLeaving((leave) => guard(leave))
  }, [guard])
  const isUnsaved = unsaved !== '[]'
  useEffect(() => {
    if (!isUnsaved) return
    // The dialog's code is fetched now, because the network may be away when the person leaves.
    fetchDialog().catch(() => undefined)
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])

  const names = editorsOf(current.current, question?.of)
  const goOn = () => {
    for (const name of names) onUnsaved(null, name)
    question?.leave()
    setQuestion(null)
  }
  const leave = () => {
    for (const name of names) current.current.get(name)?.discard()
    goOn()
  }
  const save = () => {
    if (!names.every((name) => current.current.get(name)?.save?.())) return false
    goOn()
    return true
  }
  const dialog = (
    <LeaveQuestion
      isSomethingUnsaved={() => current.current.size > 0}
      asked={question !== null}
      onLeave={leave}
      onSave={names.every((name) => current.current.get(name)?.save) ? save : null}
      onStay={() => setQuestion(null)}
    />
  )
  return { guard, onUnsaved, dialog }
}
