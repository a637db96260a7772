import { deviceStorage } from '../../device/device-storage.ts'

/** The hint for iOS stays away so long once it was closed, in milliseconds (specification section 9). */
export const IOS_HINT_AWAY_MS = 604_800_000
const CLOSED_AT = 'ios-install-hint-closed'

/** A browser's offer to install the app, which it makes once: it is asked to ask. */
export type InstallOffer = Event & { prompt(): Promise<unknown> }

/** Safari on an iPhone or iPad, where the app is not on the home screen yet. There only the person can put it there. */
export const isPlainIosSafari = ({
  userAgent,
  maxTouchPoints,
  standalone,
}: {
  userAgent: string
  maxTouchPoints: number
  /** Whether the app runs from the home screen. */
  standalone: boolean
}): boolean => {
  // An iPad says that it is a Mac; no Mac has a touch screen.
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  const isSafari = /Safari\//.test(userAgent) && !/CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo|GSA\//.test(userAgent)
  return isIos && isSafari && !standalone
}

/** Whether the hint may be shown at `now` (milliseconds since 1970). */
export const mayShowIosHint = (now: number): boolean => {
  const kept = deviceStorage.get(CLOSED_AT)
  if (kept === null) return true
  const closedAt = Number(kept)
  return !(now - closedAt < IOS_HINT_AWAY_MS)
}

/** Keeps the hint away from `now` on. */
export const closeIosHint = (now: number): void => void deviceStorage.set(CLOSED_AT, String(now))
