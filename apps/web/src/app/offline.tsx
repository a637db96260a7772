import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { keptWork } from '../device/kept-work.ts'
import { useObserved } from '../device/use-observed.ts'
import { X } from '../ui/icons.ts'
import '../session/kept-person.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { offerLaunchPicture } from './launch-picture.ts'
import { OtherPageNotice } from './other-page-notice.tsx'
import { serviceWorkerNews, startServiceWorker } from './service-worker-news.ts'

/**
 * Registers the service worker. Once a newer version of the app has been installed, offers it; the person decides when
 * to switch.
 */
const Offline = () => {
  const { t } = useTranslation()
  useEffect(startServiceWorker, [])
  useEffect(offerLaunchPicture, [])
  const news = useObserved(serviceWorkerNews)
  if (news.status === 'none') return <OtherPageNotice />
  const update = async () => {
    // Waits until typed words are on the device; the reloaded page shows them again.
    await keptWork.settled()
    if (news.status === 'waiting') news.takeOver()
    else location.reload()
  }
  return (
    <aside
      aria-label={t('offline.newVersion')}
      className="floating at-foot flex max-w-120 items-center gap-3 py-2 pr-2 pl-4 text-sm print:hidden"
    >
      <p className="grow text-pretty break-keep">{t('offline.newVersion')}</p>
      <Button onClick={() => void update()}>{t('offline.update')}</Button>
      <IconButton icon={X} label={t('close')} onClick={serviceWorkerNews.later} />
    </aside>
  )
}
export default Offline
