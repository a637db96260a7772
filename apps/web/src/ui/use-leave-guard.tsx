import { lazy, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router-dom'
import { askBeforeLeaving } from '../device/before-leaving.ts'
import { Fetched } from './fetched.tsx'

const fetchDialog = () => import('./confirm-dialog.tsx')
const ConfirmDialog = lazy(fetchDialog)

/** An unsaved edit: how to discard it, and how to save it if it is valid; `save` returns whether it did. */
export type Unsaved = { readonly discard: () => void; readonly save?: () => boolean }

type LeaveGuard = {
  /**
   * Calls `leave`, after a question if something is unsaved. `of` names the editors that the question is about. Without `of`, it
   * is about all.
   */
  readonly guard: (leave: () => void, of?: readonly string[]) => void
  /**
   * Reports an unsaved edit, or null when there is none any more. `of` names the editor, because a page may have
   * several.
   */
  readonly onUnsaved: (unsaved: Unsaved | null, of?: string) => void
  /** The question's dialog. Render it always: it also watches for navigation. */
  readonly dialog: ReactNode
}

type Edits = ReadonlyMap<string, Unsaved>
const editorsOf = (edits: Edits, of: readonly string[] | undefined): readonly string[] =>
  [...edits.keys()].filter((name) => of === undefined || of.includes(name))

type QuestionProps = {
  readonly isSomethingUnsaved: () => boolean
  /** Whether the question comes from `guard`, not from the router. */
  readonly asked: boolean
  readonly onLeave: () => void
  /** Saves everything, and returns whether it could. Null if something is invalid. */
  readonly onSave: (() => boolean) | null
  readonly onStay: () => void
}

/** A component of its own, because useBlocker renders its component again, which would otherwise be the whole page. */
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

/**
 * Asks for confirmation before unsaved words are left: by `guard`, by navigation, by logging out, by closing the tab.
 */
export const useLeaveGuard = (): LeaveGuard => {
  const current = useRef<Edits>(new Map())
  /** Which editors have something unsaved, and whether they can save it. The page renders again only when this changes. */
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
    // Fetched before somebody leaves, perhaps without a network.
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
