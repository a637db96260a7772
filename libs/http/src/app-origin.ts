import type { FastifyRequest } from 'fastify'

/**
 * The origin at which people have the app: PUBLIC_URL where it is set, else the one that the request came to. Passkeys belong to its host, and
 * an OIDC provider sends people back to it.
 */
export const originOfApp = (request: FastifyRequest, publicUrl: string | null): URL => {
  const address = publicUrl ?? `${request.protocol}://${request.host}`
  return URL.canParse(address) ? new URL(new URL(address).origin) : new URL('http://localhost')
}

/** Whether browsers make and use passkeys at the address that the request came to: over TLS or on localhost, at a name, and where it is the app's own. */
export const offersPasskeys = (request: FastifyRequest, publicUrl: string | null): boolean => {
  const { protocol, hostname } = originOfApp(request, publicUrl)
  const isName = !/^[\d.]+$|^\[/.test(hostname)
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isName && isSecure && hostname === originOfApp(request, null).hostname
}
