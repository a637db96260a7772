import { deviceStorage } from '../../device/device-storage.ts'

/** How long the iOS hint stays hidden after the person closed it, in milliseconds (specification section 9). */
export const IOS_HINT_AWAY_MS = 604_800_000
const CLOSED_AT = 'ios-install-hint-closed'

/** The browser's offer to install the app. `prompt` may be called only once. */
export type InstallOffer = Event & { prompt(): Promise<unknown> }

/**
 * Whether the browser is Safari on an iPhone or iPad without the installed app. Such a browser makes no offer, so the
 * person must install the app by hand.
 */
export const isPlainIosSafari = ({
  userAgent,
  maxTouchPoints,
  standalone,
}: {
  userAgent: string
  maxTouchPoints: number
  /** Whether the app was opened from the home screen. */
  standalone: boolean
}): boolean => {
  // An iPad claims to be a Mac, but no Mac has a touch screen.
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  const isSafari = /Safari\//.test(userAgent) && !/CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo|GSA\//.test(userAgent)
  return isIos && isSafari && !standalone
}

/** Whether the hint may be shown at `now` (milliseconds since 1970). */
export const mayShowIosHint = (now: number): boolean => {
  const saved = deviceStorage.get(CLOSED_AT)
  if (saved === null) return true
  const closedAt = Number(saved)
  return !(now - closedAt < IOS_HINT_AWAY_MS)
}

/** Records that the person closed the hint at `now` (milliseconds since 1970). */
export const closeIosHint = (now: number): void => void deviceStorage.set(CLOSED_AT, String(now))
