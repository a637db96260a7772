import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router-dom'
import { askBeforeLeaving } from '../device/before-leaving.ts'
import { useTranslation } from '../locales/translation.ts'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))

/** Something that is not saved, and how to throw it away. */
export type Unsaved = { readonly discard: () => void }

/**
 * Asks before unsaved words are left: by `guard`, by going to another page, by logging out, by closing the tab. The editor tells what is
 * unsaved by `onUnsaved`; `dialog` is the question, to be rendered.
 */
export const useLeaveGuard = (): {
  guard: (leave: () => void) => void
  onUnsaved: (unsaved: Unsaved | null) => void
  dialog: ReactNode
} => {
  const { t } = useTranslation()
  const [unsaved, setUnsaved] = useState<Unsaved | null>(null)
  const current = useRef<Unsaved | null>(null)
  const [wanted, setWanted] = useState<{ leave: () => void } | null>(null)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      current.current !== null && currentLocation.pathname !== nextLocation.pathname,
  )

  const onUnsaved = useCallback((next: Unsaved | null) => {
    current.current = next
    setUnsaved(next)
  }, [])
  const guard = useCallback((leave: () => void) => {
    if (current.current === null) leave()
    else setWanted({ leave })
  }, [])

  useEffect(() => {
    askBeforeLeaving(guard)
    return () => askBeforeLeaving(null)
  }, [guard])
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unsaved])

  const stay = () => {
    setWanted(null)
    if (blocker.state === 'blocked') blocker.reset()
  }
  const leave = () => {
    unsaved?.discard()
    onUnsaved(null)
    wanted?.leave()
    setWanted(null)
    if (blocker.state === 'blocked') blocker.proceed()
  }
  const asks = wanted !== null || blocker.state === 'blocked'
  const dialog = asks && (
    <Suspense fallback={null}>
      <ConfirmDialog
        title={t('notes.confirmDiscard')}
        description={t('notes.confirmDiscardText')}
        confirm={t('notes.discard')}
        cancel={t('notes.keepWriting')}
        onConfirm={leave}
        onCancel={stay}
      />
    </Suspense>
  )
  return { guard, onUnsaved, dialog }
}
