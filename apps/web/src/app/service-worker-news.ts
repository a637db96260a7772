import { observable } from '../device/observable.ts'

/** How often a page that stays open asks for a newer version at most, in milliseconds. */
const ASK_AGAIN_MS = 60 * 60_000

/**
 * `waiting`: a newer version is here, and takes over when it is asked to. `replaced`: it has taken over in another tab; this page is of the
 * older one until it is loaded again.
 */
type News =
  | { readonly status: 'none' }
  | { readonly status: 'waiting'; readonly takeOver: () => void }
  | { readonly status: 'replaced' }

const news = observable<News>({ status: 'none' })
const { set: say } = news
let begun = false

export const serviceWorkerNews = {
  ...news,
  /** Not now: it is offered again by the next page. */
  later: (): void => say({ status: 'none' }),
}

const register = async (container: ServiceWorkerContainer): Promise<void> => {
  const hadOne = container.controller !== null
  const registration = await container.register('/service-worker.js')
  let wanted = false
  const offer = () => {
    const { waiting } = registration
    if (!waiting || !container.controller) return
    const takeOver = () => {
      wanted = true
      waiting.postMessage({ type: 'take over' })
    }
    say({ status: 'waiting', takeOver })
  }
  offer()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer)
  })
  let first = !hadOne
  container.addEventListener('controllerchange', () => {
    if (wanted) return location.reload()
    // The very first one found this page already there: what the page shows is to be kept like what comes after it.
    if (first) container.controller?.postMessage({ type: 'keep', page: location.pathname + location.search })
    else say({ status: 'replaced' })
    first = false
  })
  let asked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - asked < ASK_AGAIN_MS) return
    asked = Date.now()
    void registration.update().catch(() => undefined)
  })
}

/** Registers the service worker, once a page. A browser that has none, or refuses it, only needs the network. */
export const startServiceWorker = (): void => {
  const container = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker
  if (begun || !import.meta.env.PROD || !container) return
  begun = true
  register(container).catch((error: unknown) => console.warn('The service worker was not registered:', error))
}
