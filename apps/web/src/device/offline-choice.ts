import { deviceStorage, OFFLINE_OFF } from './device-storage.ts'
import { type Observable, observable } from './observable.ts'

// The switch for offline use: whether this device stores the texts that the person reads and the items that they write.
// Without a choice the switch is on in an installed app, and off in a browser's tab.

/** The key that switches offline use on. It is removed by a log-out, and when another person logs in. */
const ON = 'offline.on'

/** Whether the app runs in a window of its own. Older versions of iOS have no media query for this. */
const isInstalled = (): boolean =>
  typeof window !== 'undefined' &&
  ((navigator as { standalone?: boolean }).standalone === true ||
    matchMedia('(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen)').matches)

const changes = observable(0)

export const offlineChoice: Observable<boolean> & { readonly set: (isOn: boolean) => void } = {
  now: () => deviceStorage.get(OFFLINE_OFF) === null && (deviceStorage.get(ON) !== null || isInstalled()),
  subscribe: (listener) => {
    const stop = changes.subscribe(listener)
    // When another tab switches offline use off, this tab may have to stop fetching. When another tab switches it on,
    // only that tab fetches.
    const hear = ({ key, newValue }: StorageEvent) => {
      if (key === OFFLINE_OFF && newValue !== null) listener()
    }
    window.addEventListener('storage', hear)
    return () => {
      stop()
      window.removeEventListener('storage', hear)
    }
  },
  set: (isOn) => {
    deviceStorage.remove(isOn ? OFFLINE_OFF : ON)
    deviceStorage.set(isOn ? ON : OFFLINE_OFF, 'yes')
    changes.set(changes.now() + 1)
  },
}

export const isOfflineOff = (): boolean => deviceStorage.get(OFFLINE_OFF) !== null

/**
 * Switches offline use on after an installation, unless a person switched it off. Returns a function that stops
 * listening for installations.
 */
export const switchOnAtInstallation = (): (() => void) => {
  const switchOn = () => {
    if (!isOfflineOff()) offlineChoice.set(true)
  }
  window.addEventListener('appinstalled', switchOn)
  return () => window.removeEventListener('appinstalled', switchOn)
}
