import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { guarded } from './openapi.ts'
import { HttpProblem } from './problem.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** What proxies add: a request with one of these came to this machine from elsewhere. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'] as const

const isLoopback = (address: string): boolean => loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Host names this machine: with any other name a page of another site may ask, whose name was made to lead here (DNS rebinding). */
const isAskedAsHere = (host: string | undefined): boolean => {
  const name = /^(?:\[([^\]]{1,45})\]|([^:]{1,255}))(?::\d{1,5})?$/.exec(host ?? '')
  const said = (name?.[1] ?? name?.[2] ?? '').toLowerCase()
  return said === 'localhost' || (isIP(said) !== 0 && isLoopback(said))
}

const isFromHere = ({ raw, headers }: FastifyRequest): boolean =>
  isLoopback(raw.socket.remoteAddress ?? '') &&
  isAskedAsHere(headers.host) &&
  FORWARDED.every((name) => headers[name] === undefined)

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Whether the operator asks: from this machine itself under a name or address that is its own (localhost, 127.0.0.1, [::1]), not
 * through a proxy on it, or with the token (Authorization: Bearer).
 * `token` null: from this machine only.
 */
export const isOperator = (request: FastifyRequest, token: string | null): boolean => {
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (given !== undefined && token !== null) return timingSafeEqual(digest(given), digest(token))
  return isFromHere(request)
}

/** onRequest hook: 401 for all other callers. */
export const operatorsOnly = (token: string | null) =>
  guarded('operator', async (request: FastifyRequest) => {
    if (isOperator(request, token)) return
    const words = 'This is for the operator: ask from the machine itself, or with the token that OPERATOR_TOKEN names.'
    throw new HttpProblem(401, 'operators_only', words, { headers: { 'www-authenticate': 'Bearer' } })
  })
