import type { FastifyRequest } from 'fastify'
import { tokenOf } from './token.ts'

/** The name of the cookie with the session's token. Over TLS, THIS_HOST comes before the name. */
export const SESSION_COOKIE = 'pathlight_session'

/** The prefix of cookie names over TLS. With it, browsers accept the cookie from this host alone and only over TLS. */
export const THIS_HOST = '__Host-'

/** The form of a token. The store is asked only for texts of this form. */
const TOKEN = /^[\w-]{32,128}$/

/**
 * The token in a cookie. Null if there is none, if it is malformed, or if the request has a personal access token,
 * which excludes cookies.
 */
export const tokenIn = (request: FastifyRequest, name: string): string | null => {
  if (tokenOf(request) !== null) return null
  const token = request.cookies[name]
  return token !== undefined && TOKEN.test(token) ? token : null
}

/**
 * The tokens in a request that may name a person: the personal access token, or those of session cookies with and
 * without the prefix.
 */
export const sessionTokens = (request: FastifyRequest): readonly string[] =>
  [tokenOf(request), ...[THIS_HOST + SESSION_COOKIE, SESSION_COOKIE].map((name) => tokenIn(request, name))].filter(
    (token) => token !== null,
  )
