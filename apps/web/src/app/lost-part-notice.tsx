import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { overNetwork } from '../api/own-answer.ts'
import { keptWork } from '../device/kept-work.ts'
import { useObserved } from '../device/use-observed.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { isPartLost } from '../ui/fetched.tsx'
import { X } from '../ui/icons.ts'

/**
 * Says that a part of the page could not be fetched, and offers to try again. Trying again reloads the page once the
 * server answers: a browser may remember the failure of a file, and a newer build has other files. Until then the rest
 * of the page stays.
 */
export const LostPartNotice = () => {
  const { t } = useTranslation()
  const isLost = useObserved(isPartLost)
  const [isAway, setAway] = useState(false)
  if (!isLost) return null
  const again = async () => {
    await keptWork.settled()
    const answers = await overNetwork('/icon.svg', { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    setAway(!answers)
    if (answers) location.reload()
  }
  return (
    <aside className="floating at-foot flex max-w-120 items-center gap-3 py-2 pr-2 pl-4 text-sm print:hidden">
      <p role="status" className="grow text-pretty break-keep">
        {t(isAway ? 'offline.lostAway' : 'offline.lost')}
      </p>
      <Button onClick={() => void again()}>{t('tryAgain')}</Button>
      <IconButton icon={X} label={t('close')} onClick={() => isPartLost.set(false)} />
    </aside>
  )
}
