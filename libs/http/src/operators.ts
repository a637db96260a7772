import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { guarded } from './openapi.ts'
import { HttpProblem } from './problem.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Headers that proxies add. The sender of a request with one of them may be on another machine. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'] as const

const isLoopback = (address: string): boolean => loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/**
 * Whether the Host header names this machine. Any other name may belong to another site whose DNS name points at this
 * machine (DNS rebinding).
 */
const hostIsLocal = (host: string | undefined): boolean => {
  const name = /^(?:\[([^\]]{1,45})\]|([^:]{1,255}))(?::\d{1,5})?$/.exec(host ?? '')
  const hostname = (name?.[1] ?? name?.[2] ?? '').toLowerCase()
  return hostname === 'localhost' || (isIP(hostname) !== 0 && isLoopback(hostname))
}

const isLocal = ({ raw, headers }: FastifyRequest): boolean =>
  isLoopback(raw.socket.remoteAddress ?? '') &&
  hostIsLocal(headers.host) &&
  FORWARDED.every((name) => headers[name] === undefined)

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Whether the operator sent the request: either with the token (Authorization: Bearer), or from this machine to
 * localhost, 127.0.0.1 or [::1] without a proxy. If `token` is null, only the second way exists.
 */
export const isOperator = (request: FastifyRequest, token: string | null): boolean => {
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (given !== undefined && token !== null) return timingSafeEqual(digest(given), digest(token))
  return isLocal(request)
}

/** onRequest hook: 401 for everybody but the operator. */
export const operatorsOnly = (token: string | null) =>
  guarded('operator', async (request: FastifyRequest) => {
    if (isOperator(request, token)) return
    const words = 'This is for the operator: ask from the machine itself, or with the token that OPERATOR_TOKEN names.'
    throw new HttpProblem(401, 'operators_only', words, { headers: { 'www-authenticate': 'Bearer' } })
  })
