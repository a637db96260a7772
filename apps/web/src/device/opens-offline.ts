import { useEffect, useState } from 'react'

/**
 * Whether this page opens without a network. `not yet`: the service worker is not active, or lacks the app's page, so a
 * reload could not show the device's data. `never`: the page has no service worker, for example because it came without
 * TLS.
 */
export type OpensOffline = 'yes' | 'not yet' | 'never'

const SHELL = '/index.html'

const look = async (container: ServiceWorkerContainer): Promise<OpensOffline> => {
  if (container.controller === null) return 'not yet'
  const shell = await caches.match(SHELL, { ignoreSearch: true }).catch(() => undefined)
  return shell ? 'yes' : 'not yet'
}

/** Whether this page opens without a network. The answer changes when a service worker takes control of the page. */
export const useOpensOffline = (): OpensOffline => {
  const container = (globalThis.navigator as { serviceWorker?: ServiceWorkerContainer } | undefined)?.serviceWorker
  const [opens, setOpens] = useState<OpensOffline>(container ? 'not yet' : 'never')
  useEffect(() => {
    if (!container) return
    let isShown = true
    const tell = () => void look(container).then((now) => isShown && setOpens(now))
    tell()
    container.addEventListener('controllerchange', tell)
    return () => {
      isShown = false
      container.removeEventListener('controllerchange', tell)
    }
  }, [container])
  return opens
}
