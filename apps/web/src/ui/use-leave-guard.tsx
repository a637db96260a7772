import { lazy, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router-dom'
import { askBeforeLeaving } from '../device/before-leaving.ts'
import { Fetched } from './fetched.tsx'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))

/** Something that is not saved, and how to throw it away. */
export type Unsaved = { readonly discard: () => void }

type LeaveGuard = {
  /** Asks about unsaved words before it does `leave`. `of` names the editors that it asks about; without it, it asks about all. */
  readonly guard: (leave: () => void, of?: readonly string[]) => void
  /** Tells what is unsaved, or that nothing is any more. `of` names the editor, as a page may have several. */
  readonly onUnsaved: (unsaved: Unsaved | null, of?: string) => void
  /** What asks, to be rendered always: it also watches where the page is left to. */
  readonly dialog: ReactNode
}

type Kept = ReadonlyMap<string, Unsaved>
const unsavedOf = (kept: Kept, of: readonly string[] | undefined): readonly string[] =>
  [...kept.keys()].filter((name) => of === undefined || of.includes(name))

type QuestionProps = {
  readonly isSomethingUnsaved: () => boolean
  /** The page itself asks, and not the router. */
  readonly asked: boolean
  readonly onLeave: () => void
  readonly onStay: () => void
}

/** A component of its own: once it is there the router has it rendered again, which would else be the whole page. */
const LeaveQuestion = ({ isSomethingUnsaved, asked, onLeave, onStay }: QuestionProps) => {
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
        />
      )}
    </Fetched>
  )
}

/** Asks before unsaved words are left: by `guard`, by going to another page, by logging out, by closing the tab. */
export const useLeaveGuard = (): LeaveGuard => {
  const [unsaved, setUnsaved] = useState<Kept>(() => new Map())
  const current = useRef(unsaved)
  const [wanted, setWanted] = useState<{ leave: () => void; of: readonly string[] | undefined } | null>(null)

  const onUnsaved = useCallback((next: Unsaved | null, of = '') => {
    const kept = new Map(current.current)
    if (next) kept.set(of, next)
    else kept.delete(of)
    current.current = kept
    setUnsaved(kept)
  }, [])
  const guard = useCallback((leave: () => void, of?: readonly string[]) => {
    if (unsavedOf(current.current, of).length === 0) leave()
    else setWanted({ leave, of })
  }, [])

  useEffect(() => {
    return askBeforeLeaving((leave) => guard(leave))
  }, [guard])
  const something = unsaved.size > 0
  useEffect(() => {
    if (!something) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [something])

  const leave = () => {
    for (const name of unsavedOf(unsaved, wanted?.of)) {
      unsaved.get(name)?.discard()
      onUnsaved(null, name)
    }
    wanted?.leave()
    setWanted(null)
  }
  const dialog = (
    <LeaveQuestion
      isSomethingUnsaved={() => current.current.size > 0}
      asked={wanted !== null}
      onLeave={leave}
      onStay={() => setWanted(null)}
    />
  )
  return { guard, onUnsaved, dialog }
}
