import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Address6 } from 'ip-address'
import { ownCopy } from './own-copy.ts'

/** As some proxies write addresses: with a port, IPv6 in brackets. */
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/

/**
 * Where a request comes from, as it is counted: an IPv6 customer owns a /64, so that is one. What a proxy says that is no
 * address counts as the proxy's own.
 */
export const addressOf = (request: FastifyRequest): string => {
  const [, inBrackets, beforePort] = WITH_PORT.exec(request.ip) ?? []
  const said = inBrackets ?? beforePort ?? request.ip
  const address = isIP(said) === 0 ? (request.socket.remoteAddress ?? '') : ownCopy(said)
  if (isIP(address) !== 6) return address
  const six = new Address6(address)
  return six.isMapped4() ? six.to4().correctForm() : new Address6(`${address}/64`).startAddress().correctForm()
}
