import { observable } from '../device/observable.ts'

/** The least time between two checks for a newer version, in milliseconds, while a page stays open. */
const ASK_AGAIN_MS = 60 * 60_000

/**
 * `waiting`: a newer version is installed and takes over on request. `replaced`: the newer version took over at the
 * request of another tab, and this page belongs to the older version until it is reloaded.
 */
type News =
  | { readonly status: 'none' }
  | { readonly status: 'waiting'; readonly takeOver: () => void }
  | { readonly status: 'replaced' }

const news = observable<News>({ status: 'none' })
const { set: say } = news
let isStarted = false

export const serviceWorkerNews = {
  ...news,
  /** Hides the offer. It is shown again after a reload. */
  later: (): void => say({ status: 'none' }),
}

const register = async (container: ServiceWorkerContainer): Promise<void> => {
  const hadWorker = container.controller !== null
  const registration = await container.register('/service-worker.js')
  let isRequested = false
  const offer = () => {
    const { waiting } = registration
    if (!waiting || !container.controller) return
    const takeOver = () => {
      isRequested = true
      waiting.postMessage({ type: 'take over' })
    }
    say({ status: 'waiting', takeOver })
  }
  const watch = () => registration.installing?.addEventListener('statechange', offer)
  offer()
  // Another tab may have begun the installation.
  watch()
  registration.addEventListener('updatefound', watch)
  let first = !hadWorker
  container.addEventListener('controllerchange', () => {
    if (isRequested) return location.reload()
    // The first service worker did not serve this page. The message makes the worker store the page as it stores later
    // pages.
    if (first) container.controller?.postMessage({ type: 'keep', page: location.pathname + location.search })
    else say({ status: 'replaced' })
    first = false
  })
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < ASK_AGAIN_MS) return
    checkedAt = Date.now()
    void registration.update().catch(() => undefined)
  })
}

/**
 * Registers the service worker, once for each page load. If the browser has no service workers, or refuses this worker,
 * the app works only with a network.
 */
export const startServiceWorker = (): void => {
  const container = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker
  if (isStarted || !import.meta.env.PROD || !container) return
  isStarted = true
  register(container).catch((error: unknown) => console.warn('The service worker was not registered:', error))
}
