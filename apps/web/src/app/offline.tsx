import '../session/kept-person.ts'
import { lazy, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { otherPage } from '../api/own-answer.ts'
import { keptWork } from '../device/kept-work.ts'
import { isOfflineOff, offlineChoice, switchOnAtInstallation } from '../device/offline-choice.ts'
import { useObserved } from '../device/use-observed.ts'
import { useSession } from '../session/use-session.ts'
import { keepsStudy } from '../study/kept-study.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Fetched } from '../ui/fetched.tsx'
import '../ui/focus-in-place.ts'
import '../look/late.css'
import { X } from '../ui/icons.ts'
import { offerLaunchPicture } from './launch-picture.ts'
import { LostPartNotice } from './lost-part-notice.tsx'
import { PageAnnouncement } from './page-told.tsx'
import { serviceWorkerNews, startServiceWorker } from './service-worker-news.ts'

/**
 * Says on every page that something else answers in our server's place. Meanwhile pages show the data of this device,
 * and writes wait.
 */
const OtherPageNotice = () => {
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

const keepOffline = () => import('./keep-offline.tsx')
/** If the network fails before this code has loaded, the next reload fetches the code again. */
const KeepOffline = lazy(() => keepOffline().catch(() => ({ default: () => null })))

/** Acts on the switch of offline use, on every page. */
const OfflineKeeper = () => {
  const user = useSession()
  const isOn = useObserved(offlineChoice)
  const obey = useEffectEvent(() => {
    if (!offlineChoice.now()) void keepOffline().then(({ removeKept }) => removeKept(user), console.warn)
  })
  useEffect(() => offlineChoice.subscribe(() => obey()), [])
  useEffect(switchOnAtInstallation, [])
  useEffect(() => {
    // Older versions of the app had no switch for offline use. A person who had stored their items with such a version
    // wanted offline use.
    if (user && keepsStudy(user.id) && !isOfflineOff() && !offlineChoice.now()) offlineChoice.set(true)
  }, [user])
  return <Fetched>{isOn && <KeepOffline user={user} />}</Fetched>
}

/**
 * Registers the service worker. Once a newer version of the app has been installed, offers it. The person decides when
 * to switch.
 */
const AppUpdates = () => {
  const { t } = useTranslation()
  useEffect(startServiceWorker, [])
  useEffect(offerLaunchPicture, [])
  const news = useObserved(serviceWorkerNews)
  if (news.status === 'none') return <OtherPageNotice />
  const update = async () => {
    // Waits until typed words are stored on the device. The reloaded page then shows them again.
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

/** Makes the app work without a network, and shows notices. This code loads after the page. */
const Offline = () => (
  <>
    <OfflineKeeper />
    <AppUpdates />
    <LostPartNotice />
    <PageAnnouncement />
  </>
)
export default Offline
