import '../session/write-settings.ts'
import type { User } from '@pathlight/contracts/accounts.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { pendingWrites } from '../api/pending-writes.ts'
import { askBeforeLeaving } from '../device/before-leaving.ts'
import { keptWork } from '../device/kept-work.ts'
import { isLogOutWatched } from '../session/log-out-watch.ts'
import { draftKeys } from '../study/draft-keys.ts'
import type { Kind } from '../study/kind.ts'
import { WAITING_PATH } from '../study/waiting-mark.tsx'
import ConfirmDialog from '../ui/confirm-dialog.tsx'
import { useStatusMessage } from '../ui/status-message.tsx'
import { KINDS } from './kinds.ts'

/**
 * Whether `key` stores a write of the person. Reads the stored write itself, because the code of its kind may not be
 * loaded.
 */
const isWriteOf = (userId: string, key: string): boolean =>
  (keptWork.get(key) as { readonly userId?: string } | null | undefined)?.userId === userId

/**
 * The numbers of a person's drafts and unsent writes that would be lost with this device's storage, as far as
 * `keptWork` has read it. The words in an open editor become a draft after a moment. Until then the editor itself asks
 * (ui/use-leave-guard.tsx).
 */
const unsavedWork = (kinds: readonly Kind[], userId: string): { readonly drafts: number; readonly writes: number } => ({
  drafts: kinds.reduce((sum, kind) => sum + draftKeys(kind, userId).length, 0),
  writes: keptWork.keys('write.').filter((key) => isWriteOf(userId, key)).length,
})

// Starts sending the stored writes of every kind, whichever page is open.
for (const { writes } of KINDS) void writes()

/** Whether the person was told that this device refuses to store a write. */
let toldUnkept = false
/** Whether the person was told that this device's storage cannot be read. */
let toldUnread = false
/** The keys of the writes that the person was told about since the app was loaded. */
const reportedKeys = new Set<string>()

/**
 * Says that a write was refused (unless a component shows that), that this device refuses to store a write, or that its
 * storage cannot be read. Before a log-out deletes unsaved work, asks the person.
 */
const WriteWatch = ({ user }: { user: User }) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const isLocked = user.locked === true
  // Whether the open page itself lists the refused writes.
  const isListed = useLocation().pathname === WAITING_PATH
  const [question, setQuestion] = useState<{ leave: () => void; drafts: number } | null>(null)

  useEffect(() => {
    const tell = () => {
      const unsaved = pendingWrites.unsaved(user.id)
      const unkept = unsaved.some(({ isKept }) => !isKept)
      if (unkept && !toldUnkept) say(t('writes.unkept'), 'error')
      toldUnkept = unkept
      if (keptWork.isUnread() && !toldUnread) say(t('writes.unread'), 'error')
      toldUnread = keptWork.isUnread()
      // While the account is locked, each page already says that writes wait (app/person-watch.tsx).
      const isSaid = (one: (typeof unsaved)[number]) =>
        one.isAttended || reportedKeys.has(one.key) || (isLocked && one.isOfLock)
      const newlyRefused = unsaved.filter((one) => one.isRefused && !isSaid(one))
      for (const { key } of newlyRefused) reportedKeys.add(key)
      if (newlyRefused.length > 0 && !isListed) say(t('writes.told'), 'error')
    }
    tell()
    const ends = [pendingWrites.subscribe(tell), keptWork.subscribe(tell)]
    return () => {
      for (const end of ends) end()
    }
  }, [user.id, isLocked, isListed, say, t])

  useEffect(() => {
    const end = askBeforeLeaving((leave) => {
      const ask = () => {
        const { drafts, writes } = unsavedWork(KINDS, user.id)
        // While the device cannot read its store, nobody knows what a log-out would delete.
        if (drafts + writes === 0 && !keptWork.isUnread()) return leave()
        pendingWrites.wake()
        setQuestion({ leave, drafts })
      }
      if (keptWork.isOpen()) ask()
      else void keptWork.open().then(ask)
    }, true)
    isLogOutWatched.set(true)
    return () => {
      isLogOutWatched.set(false)
      end()
    }
  }, [user.id])
  useEffect(() => {
    if (!question || question.drafts > 0) return
    const look = () => {
      const { drafts, writes } = unsavedWork(KINDS, user.id)
      // The device's store was read late, and has drafts.
      if (drafts > 0) return setQuestion({ ...question, drafts })
      if (keptWork.isUnread() || writes > 0) return
      // The work was saved while the question was open, so the log-out goes on.
      end()
      setQuestion(null)
      question.leave()
    }
    const ends = [pendingWrites.subscribe(look), keptWork.subscribe(look)]
    const end = () => {
      for (const one of ends) one()
    }
    return end
  }, [question, user.id])

  if (!question) return null
  return (
    <ConfirmDialog
      title={t('writes.logOutQuestion')}
      description={
        keptWork.isUnread()
          ? t('writes.logOutUnread')
          : question.drafts > 0
            ? t('writes.draftsText', { count: question.drafts })
            : t('writes.logOutText')
      }
      confirm={t('writes.logOut')}
      cancel={t('writes.stay')}
      onConfirm={() => {
        setQuestion(null)
        question.leave()
      }}
      onCancel={() => setQuestion(null)}
    />
  )
}
export default WriteWatch
