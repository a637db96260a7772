import type { FastifyRequest } from 'fastify'

/**
 * The origin at which people use the app: that of PUBLIC_URL if set, otherwise that of the request. Passkeys are bound
 * to its host, and an OIDC provider redirects to it.
 */
export const originOfApp = (request: FastifyRequest, publicUrl: string | null): URL => {
  const address = publicUrl ?? `${request.protocol}://${request.host}`
  return URL.canParse(address) ? new URL(new URL(address).origin) : new URL('http://localhost')
}

/**
 * Whether browsers accept passkeys at the address of the request: over TLS or on localhost, with a host name, and at
 * the host of the app's own origin.
 */
export const offersPasskeys = (request: FastifyRequest, publicUrl: string | null): boolean => {
  const { protocol, hostname } = originOfApp(request, publicUrl)
  const isName = !/^[\d.]+$|^\[/.test(hostname)
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isName && isSecure && hostname === originOfApp(request, null).hostname
}
