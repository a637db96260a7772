import { deviceStorage, OFFLINE_OFF } from './device-storage.ts'
import { type Observable, observable } from './observable.ts'

// Whether this device keeps what is read and written for when there is no network: the one switch. Without a choice it
// does where the app is installed, and does not in a tab of a browser.

/** The key in local storage if the person switched it on. Goes with a log-out, and when another person logs in. */
const ON = 'offline.on'

/** Whether the app runs in a window of its own. Older versions of iOS have no media query for it. */
const isInstalled = (): boolean =>
  typeof window !== 'undefined' &&
  ((navigator as { standalone?: boolean }).standalone === true ||
    matchMedia('(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen)').matches)

const changes = observable(0)

export const offlineChoice: Observable<boolean> & { readonly set: (isOn: boolean) => void } = {
  now: () => deviceStorage.get(OFFLINE_OFF) === null && (deviceStorage.get(ON) !== null || isInstalled()),
  subscribe: changes.subscribe,
  set: (isOn) => {
    deviceStorage.remove(isOn ? OFFLINE_OFF : ON)
    deviceStorage.set(isOn ? ON : OFFLINE_OFF, 'yes')
    changes.set(changes.now() + 1)
  },
}

/** Whether somebody switched it off here. */
export const isOfflineOff = (): boolean => deviceStorage.get(OFFLINE_OFF) !== null

/** The person installs the app: from then on it is on, unless it was switched off. */
export const switchOnAtInstallation = (): (() => void) => {
  const switchOn = () => {
    if (!isOfflineOff()) offlineChoice.set(true)
  }
  window.addEventListener('appinstalled', switchOn)
  return () => window.removeEventListener('appinstalled', switchOn)
}
