import type { FastifyRequest } from 'fastify'
import { HttpProblem } from './problem.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A GET that changes something (log-out, by the specification) or gives all away at once, so it is guarded like a POST. */
    changesState?: boolean
  }
}

const isOurs = (origin: string, request: FastifyRequest, publicOrigin: string | null): boolean =>
  origin === publicOrigin || origin === `${request.protocol}://${request.host}`

/** Every browser has called itself so since 1998; programs do not, unless they pass for one. */
const isBrowser = ({ headers }: FastifyRequest): boolean => headers['user-agent']?.startsWith('Mozilla/') === true

const originOf = (address: string): string => {
  try {
    return new URL(address).origin
  } catch {
    return 'null'
  }
}

/**
 * Guards against requests that another site makes in a signed-in person's name. Browsers say where a request comes
 * from: by Sec-Fetch-Site on secure origins and localhost, else by Origin on every POST, PUT and DELETE, else, for the
 * GET of log-out over plain http, by Referer: a browser that says nothing at all is refused, since another site can tell
 * it to be silent (an image on another port of this host) and our pages do not. A program that is no browser (curl, a test)
 * sends no person's cookie by accident.
 */
export const sameOriginOnly = (publicUrl: string | null) => {
  const publicOrigin = publicUrl === null ? null : new URL(publicUrl).origin
  return async (request: FastifyRequest): Promise<void> => {
    const guarded = !SAFE_METHODS.has(request.method) || request.routeOptions.config.changesState === true
    if (!guarded) return
    const site = request.headers['sec-fetch-site']
    const origin = request.headers.origin
    const said = origin ?? (request.headers.referer === undefined ? undefined : originOf(request.headers.referer))
    const navigation = request.headers.accept?.includes('text/html') ?? false
    const allowed =
      site !== undefined
        ? site === 'same-origin' || site === 'none'
        : said !== undefined
          ? isOurs(said, request, publicOrigin)
          : !navigation && !(SAFE_METHODS.has(request.method) && isBrowser(request))
    if (!allowed) throw new HttpProblem(403, 'cross_site', 'This request came from another site and was refused.')
  }
}
