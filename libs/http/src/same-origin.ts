import type { FastifyRequest } from 'fastify'
import { HttpProblem } from './problem.ts'
import { tokenOf } from './token.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Marks a GET that is checked like a POST. It changes something (log-out, by the specification), records who made
     * it, or exports all data at once.
     */
    changesState?: boolean
  }
}

const isOurs = (origin: string, request: FastifyRequest, publicOrigin: string | null): boolean =>
  origin === publicOrigin || origin === `${request.protocol}://${request.host}`

/** Whether a browser sent the request: every browser's User-Agent begins with Mozilla/. */
const isBrowser = ({ headers }: FastifyRequest): boolean => headers['user-agent']?.startsWith('Mozilla/') === true

const originOf = (address: string): string => {
  try {
    return new URL(address).origin
  } catch {
    return 'null'
  }
}

/**
 * Refuses writes, and reads with `changesState`, that another site makes in a signed-in person's name. The first of
 * these headers that the browser sends decides: Sec-Fetch-Site (on secure origins and localhost), Origin (on every
 * POST, PUT and DELETE), Referer (for the GET of log-out over plain http). A browser's GET with none of them is
 * refused, because another site can suppress Referer, and our own pages do not. A request for HTML with none of them is
 * refused as well. Other requests of programs that are no browser (curl, a test) may pass, because they do not send a
 * person's cookie by accident. So may requests with a personal access token: their cookies are not read, and no other
 * site can make a browser send the token.
 */
export const sameOriginOnly = (publicUrl: string | null) => {
  const publicOrigin = publicUrl === null ? null : new URL(publicUrl).origin
  return async (request: FastifyRequest): Promise<void> => {
    const guarded = !SAFE_METHODS.has(request.method) || request.routeOptions.config.changesState === true
    if (!guarded || tokenOf(request) !== null) return
    const site = request.headers['sec-fetch-site']
    const origin = request.headers.origin
    const source = origin ?? (request.headers.referer === undefined ? undefined : originOf(request.headers.referer))
    const navigation = request.headers.accept?.includes('text/html') ?? false
    const allowed =
      site !== undefined
        ? site === 'same-origin' || site === 'none'
        : source !== undefined
          ? isOurs(source, request, publicOrigin)
          : !navigation && !(SAFE_METHODS.has(request.method) && isBrowser(request))
    if (!allowed) throw new HttpProblem(403, 'cross_site', 'This request came from another site and was refused.')
  }
}
