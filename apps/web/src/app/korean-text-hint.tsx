import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { versionsQuery } from '../bible/versions-query.ts'
import { deviceStorage } from '../device/device-storage.ts'
import { IconButton } from '../ui/button.tsx'

/** Set once the hint was closed on this device. */
const CLOSED = 'korean-text-hint'

/** Says quietly, until it is closed, how a Korean text comes here, where there is none. For the Korean interface. */
const KoreanTextHint = () => {
  const { t } = useTranslation()
  const [closed, setClosed] = useState(() => deviceStorage.get(CLOSED) !== null)
  const { data } = useQuery(versionsQuery)
  const korean = data?.versions.filter(({ language }) => language.startsWith('ko')) ?? []
  const free = korean.find(({ command }) => command !== null)
  const { pathname } = useLocation()
  // The page of the very version says it already.
  const isSaid = free !== undefined && pathname.startsWith(`/bible/${free.code}/`)
  if (closed || !free || isSaid || korean.some(({ available }) => available)) return null
  const close = () => {
    deviceStorage.set(CLOSED, 'yes')
    setClosed(true)
  }
  return (
    <aside className="floating print:hidden fixed inset-x-3 bottom-[calc(12px+env(safe-area-inset-bottom))] z-20 mx-auto flex max-w-120 items-start gap-2 py-3 pr-2 pl-4 text-sm">
      <div className="grow py-1.5">
        <p className="text-pretty break-keep">{t('aboutText.noKoreanText')}</p>
        <code className="mt-1.5 block text-[13px] wrap-anywhere text-muted select-all">{free.command}</code>
      </div>
      <IconButton icon={X} label={t('close')} onClick={close} />
    </aside>
  )
}

export default KoreanTextHint
