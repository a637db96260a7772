import type { FastifyRequest } from 'fastify'
import { HttpProblem } from './problem.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A GET that changes something (log-out, by the specification), so it is guarded like a POST. */
    changesState?: boolean
  }
}

const isOurs = (origin: string, request: FastifyRequest, publicOrigin: string | null): boolean =>
  origin === publicOrigin || origin === `${request.protocol}://${request.host}`

/**
 * Guards against requests that another site makes in a signed-in person's name. Browsers say where a request comes
 * from: by Sec-Fetch-Site on secure origins and localhost, else by Origin on every POST, PUT and DELETE. A request with
 * neither header comes from no browser (curl, a test) and so carries nobody's cookie by accident; the exception is a
 * plain navigation, which is only let through to safe pages.
 */
export const sameOriginOnly = (publicUrl: string | null) => {
  const publicOrigin = publicUrl === null ? null : new URL(publicUrl).origin
  return async (request: FastifyRequest): Promise<void> => {
    const guarded = !SAFE_METHODS.has(request.method) || request.routeOptions.config.changesState === true
    if (!guarded) return
    const site = request.headers['sec-fetch-site']
    const origin = request.headers.origin
    const navigation = request.headers.accept?.includes('text/html') ?? false
    const allowed =
      site !== undefined
        ? site === 'same-origin' || site === 'none'
        : origin !== undefined
          ? isOurs(origin, request, publicOrigin)
          : !navigation
    if (!allowed) throw new HttpProblem(403, 'cross_site', 'This request came from another site and was refused.')
  }
}
