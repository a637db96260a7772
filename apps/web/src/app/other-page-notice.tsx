import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { otherPage } from '../api/own-answer.ts'
import { useObserved } from '../device/use-observed.ts'
import { IconButton } from '../ui/button.tsx'
import { X } from '../ui/icons.ts'

/**
 * Says on every page that something else answers in our server's place, so that the page shows what the device has, and
 * writes wait.
 */
export const OtherPageNotice = () => {
  const { t } = useTranslation()
  const isThere = useObserved(otherPage)
  const [isClosed, setClosed] = useState(false)
  if (!isThere && isClosed) setClosed(false)
  if (!isThere || isClosed) return null
  return (
    <aside className="floating at-foot flex max-w-120 items-center gap-3 py-2 pr-2 pl-4 text-sm print:hidden">
      <p role="status" className="grow text-pretty break-keep">
        {t('server.other_page')}
      </p>
      <IconButton icon={X} label={t('close')} onClick={() => setClosed(true)} />
    </aside>
  )
}
