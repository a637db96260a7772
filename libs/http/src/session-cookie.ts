import type { FastifyRequest } from 'fastify'
import { tokenOf } from './token.ts'

/** The cookie with the session's token. */
export const SESSION_COOKIE = 'pathlight_session'

/** The prefix of the name over TLS. Browsers then accept the cookie from this host alone, and not over plain http. */
export const THIS_HOST = '__Host-'

/** The form of a token. The store is not asked for a text of any other form. */
const TOKEN = /^[\w-]{32,128}$/

/**
 * The token in a cookie; null when there is none or it is malformed, or when the request has a personal access token, so that its
 * cookies do not count.
 */
export const tokenIn = (request: FastifyRequest, name: string): string | null => {
  if (tokenOf(request) !== null) return null
  const token = request.cookies[name]
  return token !== undefined && TOKEN.test(token) ? token : null
}

/** The tokens of a person in a request: a personal access token; or those of sessions, under the cookie's name with and without the prefix. */
export const sessionTokens = (request: FastifyRequest): readonly string[] =>
  [tokenOf(request), ...[THIS_HOST + SESSION_COOKIE, SESSION_COOKIE].map((name) => tokenIn(request, name))].filter(
    (token) => token !== null,
  )
