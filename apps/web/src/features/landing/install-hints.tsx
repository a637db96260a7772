import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../ui/button.tsx'
import { Share, X } from '../../ui/icons.ts'
import { closeIosHint, type InstallOffer, isPlainIosSafari, mayShowIosHint } from './install-offer.ts'

declare global {
  interface Window {
    /**
     * The browser's offer to install the app. It may come before the scripts have run, so public/before-scripts.js
     * stores it.
     */
    installOffer?: InstallOffer
  }
}

const isStandalone = () =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true

/** A banner that floats over the foot of the window. The page does not move when the banner appears or disappears. */
const Banner = ({ children, onClose }: { children: ReactNode; onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <aside
      data-offer
      className="floating at-foot print:hidden flex max-w-120 items-center gap-3 py-2.5 pr-2 pl-4 text-sm"
    >
      {children}
      <IconButton icon={X} label={t('close')} onClick={onClose} />
    </aside>
  )
}

/** The browser's offer to install the app, or null. `drop` forgets the offer. */
const useInstallOffer = () => {
  const [offer, setOffer] = useState<InstallOffer | null>(() => window.installOffer ?? null)
  useEffect(() => {
    const onOffer = (event: Event) => {
      event.preventDefault()
      setOffer(event as InstallOffer)
    }
    const onInstalled = () => setOffer(null)
    addEventListener('beforeinstallprompt', onOffer)
    addEventListener('appinstalled', onInstalled)
    return () => {
      removeEventListener('beforeinstallprompt', onOffer)
      removeEventListener('appinstalled', onInstalled)
    }
  }, [])
  const drop = () => {
    delete window.installOffer
    setOffer(null)
  }
  return { offer, drop }
}

/** Says how to install the app: by the browser's offer or, on iOS, by hand. */
const InstallHints = () => {
  const { t } = useTranslation()
  const { offer, drop } = useInstallOffer()
  const [showsIos, setShowsIos] = useState(() => {
    const { userAgent, maxTouchPoints } = navigator
    return isPlainIosSafari({ userAgent, maxTouchPoints, standalone: isStandalone() }) && mayShowIosHint(Date.now())
  })
  if (offer)
    return (
      <Banner onClose={drop}>
        <p className="grow text-pretty break-keep">{t('landing.install')}</p>
        <Button
          look="primary"
          onClick={() => {
            // Drops the offer, because its `prompt` may be called only once.
            drop()
            void offer.prompt()
          }}
        >
          {t('landing.installApp')}
        </Button>
      </Banner>
    )
  if (!showsIos) return null
  const close = () => {
    closeIosHint(Date.now())
    setShowsIos(false)
  }
  return (
    <Banner onClose={close}>
      <Share size={20} strokeWidth={1.8} className="shrink-0 text-accent" aria-hidden />
      <p className="grow text-pretty break-keep">
        <strong className="block font-semibold">{t('landing.iosTitle')}</strong>
        <span className="text-muted">{t('landing.iosHint')}</span>
      </p>
    </Banner>
  )
}
export default InstallHints
