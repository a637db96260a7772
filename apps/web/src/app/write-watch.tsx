import type { User } from '@pathlight/contracts/accounts.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { pendingWrites } from '../api/pending-writes.ts'
import { askBeforeLeaving } from '../device/before-leaving.ts'
import { keptWork } from '../device/kept-work.ts'
import '../session/write-settings.ts'
import { unsavedWork } from '../study/unsaved-work.ts'
import { WAITING_PATH } from '../study/waiting-mark.tsx'
import ConfirmDialog from '../ui/confirm-dialog.tsx'
import { useStatusMessage } from '../ui/status-message.tsx'
import { KINDS } from './kinds.ts'

// Whatever page is open, what this device has kept of every kind goes on its way.
for (const { writes } of KINDS) void writes()

/** Whether it was said already that this device keeps nothing. */
let toldUnkept = false
/** Whether it was said that what this device keeps cannot be read. */
let toldUnread = false
/** Those that were told already, also on pages before this one. */
const told = new Set<string>()

/** Says what was refused after the person has gone on. Asks before a log-out deletes what is not saved yet. */
const WriteWatch = ({ user }: { user: User }) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const isLocked = user.locked === true
  // That page lists what was refused.
  const isListed = useLocation().pathname === WAITING_PATH
  const [wanted, setWanted] = useState<{ leave: () => void; drafts: number } | null>(null)

  useEffect(() => {
    const tell = () => {
      const unsaved = pendingWrites.unsaved(user.id)
      const unkept = unsaved.some(({ isKept }) => !isKept)
      if (unkept && !toldUnkept) say(t('writes.unkept'), 'error')
      toldUnkept = unkept
      if (keptWork.isUnread() && !toldUnread) say(t('writes.unread'), 'error')
      toldUnread = keptWork.isUnread()
      // While the account is locked, each page says above all else that what waits is kept (app/locked-row.tsx).
      const isSaid = (one: (typeof unsaved)[number]) =>
        one.isAttended || told.has(one.key) || (isLocked && one.isOfLock)
      const news = unsaved.filter((one) => one.isRefused && !isSaid(one))
      for (const { key } of news) told.add(key)
      if (news.length > 0 && !isListed) say(t('writes.told'), 'error')
    }
    tell()
    const ends = [pendingWrites.subscribe(tell), keptWork.subscribe(tell)]
    return () => {
      for (const end of ends) end()
    }
  }, [user.id, isLocked, isListed, say, t])

  useEffect(
    () =>
      askBeforeLeaving((leave) => {
        const { drafts, writes } = unsavedWork(KINDS, user.id)
        if (drafts + writes === 0) return leave()
        pendingWrites.wake()
        setWanted({ leave, drafts })
      }),
    [user.id],
  )
  useEffect(() => {
    if (!wanted || wanted.drafts > 0) return
    // It may be saved while the question is read.
    return pendingWrites.subscribe(() => {
      if (pendingWrites.unsaved(user.id).length > 0) return
      setWanted(null)
      wanted.leave()
    })
  }, [wanted, user.id])

  if (!wanted) return null
  return (
    <ConfirmDialog
      title={t('writes.logOutQuestion')}
      description={wanted.drafts > 0 ? t('writes.draftsText', { count: wanted.drafts }) : t('writes.logOutText')}
      confirm={t('writes.logOut')}
      cancel={t('writes.stay')}
      onConfirm={() => {
        setWanted(null)
        wanted.leave()
      }}
      onCancel={() => setWanted(null)}
    />
  )
}
export default WriteWatch
