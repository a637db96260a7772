import type { FastifyRequest } from 'fastify'

/** Name of the cookie that carries the session's token. */
export const SESSION_COOKIE = 'pathlight_session'

/** Before its name over TLS: no other host of the domain, and no answer over plain http, can set such a cookie. */
export const THIS_HOST = '__Host-'

/** What a token can look like; anything else is not worth a question to the store. */
const TOKEN = /^[\w-]{32,128}$/

/** The token in a cookie, where it can be one. */
export const tokenIn = (request: FastifyRequest, name: string): string | null => {
  const token = request.cookies[name]
  return token !== undefined && TOKEN.test(token) ? token : null
}

/** What may be the token of a session, under either of its names. */
export const sessionTokens = (request: FastifyRequest): readonly string[] =>
  [THIS_HOST + SESSION_COOKIE, SESSION_COOKIE].map((name) => tokenIn(request, name)).filter((token) => token !== null)
