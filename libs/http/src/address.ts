import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Address6 } from 'ip-address'
import { ownCopy } from './own-copy.ts'

/** Forms in which proxies write an address: IPv4 with a port, or IPv6 in brackets with or without a port. */
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/

/**
 * The client's address, as limits count it. An IPv4 address in the form of IPv6 becomes plain IPv4. Any other IPv6
 * address becomes the start of its /64, because a customer owns a whole /64. If a proxy names a client that is no
 * address, the result is the proxy's own address.
 */
export const addressOf = (request: FastifyRequest): string => {
  const [, inBrackets, beforePort] = WITH_PORT.exec(request.ip) ?? []
  const client = inBrackets ?? beforePort ?? request.ip
  const address = isIP(client) === 0 ? (request.socket.remoteAddress ?? '') : ownCopy(client)
  if (isIP(address) !== 6) return address
  const six = new Address6(address)
  return six.isMapped4() ? six.to4().correctForm() : new Address6(`${address}/64`).startAddress().correctForm()
}
