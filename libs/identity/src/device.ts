import { v5 as nameBased } from 'uuid'
import { newToken } from './secret-token.ts'

/**
 * A browser in which a person has signed in. Its id stays the same over several sessions, and events and lists name it.
 */
export type Device = {
  readonly id: string
  /** A name such as "Chrome on Windows". */
  readonly label: string
  readonly firstSeenAt: string
  readonly lastSeenAt: string
}

/** The form of a device's cookie. Any other value counts as a new device. */
const TOKEN = /^[\w-]{43}$/
/** The namespace of the UUIDs that are made from names. It can be any fixed UUID. */
const NAMESPACE = '0d8f6c1e-52b7-4f0a-9b3c-7e6a1d2c4b5f'

/**
 * The token for the device's cookie, and the device's id for this user. The id is made from the user's id and the
 * token. So it does not connect two people at one browser, and nobody who knows the id can pretend to be the device.
 */
export const deviceOf = (userId: string, cookie: string | null): { readonly token: string; readonly id: string } => {
  const token = cookie !== null && TOKEN.test(cookie) ? cookie : newToken()
  return { token, id: nameBased(`${userId} ${token}`, NAMESPACE) }
}

/** The first match counts, because nearly every browser also claims to be Chrome or Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/KAKAOTALK/i, 'KakaoTalk'],
  [/NAVER\(inapp/, 'Naver'],
  [/Whale\//, 'Whale'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/ Safari\//, 'Safari'],
]
/** The most characters of a User-Agent that are read: three times what browsers send. */
const LONGEST_SAID = 512

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

/**
 * A label by which a person recognises a device: browser and system. A small table suffices. Libraries that parse user
 * agents are larger than the rest of this package, and browsers do not tell their exact version. An iPad that asks for
 * desktop pages claims to be a Mac.
 */
export const deviceLabel = (userAgent: string | null): string => {
  const agent = (userAgent ?? '').slice(0, LONGEST_SAID)
  const named = (table: typeof BROWSERS) => table.find(([pattern]) => pattern.test(agent))?.[1]
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
  if (browser === undefined) return system ?? 'Unknown device'
  return system === undefined ? browser : `${browser} on ${system}`
}
