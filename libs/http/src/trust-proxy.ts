import { isIP } from 'node:net'
import type { FastifyServerOptions } from 'fastify'

/**
 * The proxies whose X-Forwarded-For, -Proto and -Host the server trusts: none (false), the last n of them (the number
 * n), or all in these networks (a list).
 */
export type TrustedProxies = false | number | readonly string[]

/** proxy-addr's names for private networks. */
const NAMED = new Set(['loopback', 'linklocal', 'uniquelocal'])
const MOST_HOPS = 10

const isNetwork = (text: string): boolean => {
  if (NAMED.has(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/**
 * Reads `false`, `true` (one proxy), a number of proxies, or networks: `loopback, 10.0.0.0/8, fd00::/8`. Null for any
 * other text.
 */
export const readTrustedProxies = (text: string): TrustedProxies | null => {
  if (text === 'false' || text === '0') return false
  if (text === 'true') return 1
  if (/^\d+$/.test(text)) return Number(text) <= MOST_HOPS ? Number(text) : null
  const networks = text.split(',').map((one) => one.trim())
  return networks.every(isNetwork) ? networks : null
}

/**
 * The setting in Fastify's form. A number counts entries from the end of X-Forwarded-For, because the client can forge
 * the earlier entries and so evade limits by address.
 */
export const fastifyTrust = (trusted: TrustedProxies): NonNullable<FastifyServerOptions['trustProxy']> => {
  if (typeof trusted === 'number') return (_address: string, hop: number) => hop < trusted
  return trusted === false ? false : [...trusted]
}
