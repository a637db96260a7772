import type { Origin, Session, SessionStore, TokenStore, User } from '@pathlight/identity/identity.ts'
import { REMEMBERED_MS } from '@pathlight/identity/identity.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from './address.ts'
import { guarded } from './openapi.ts'
import { HttpProblem } from './problem.ts'
import { openLimit, tooManyRequests } from './rate-limit.ts'
import { SESSION_COOKIE, THIS_HOST, tokenIn } from './session-cookie.ts'
import type { SessionMemory } from './session-memory.ts'
import { scopeNeeded, tokenOf } from './token.ts'

/**
 * Identifies this browser, even after log-out. So everything written in this browser has the same device. While an
 * attacker's guesses block log-ins from unknown browsers, the owner can still log in from this one. The cookie gives
 * access to nothing.
 */
const DEVICE_COOKIE = 'pathlight_device'
/**
 * Binds a log-in at a provider to the browser that started it, so that a link from somebody else's log-in does not
 * work. The cookie gives access to nothing.
 */
const BEGUN_COOKIE = 'pathlight_begun'
const BEGUN_SECONDS = 10 * 60

/** The longest lifetime that browsers accept for a cookie (400 days), in seconds. Each log-in renews it. */
const DEVICE_SECONDS = 400 * 24 * 60 * 60

/**
 * Tells the page's scripts whether the server may have a session for this browser. The cookie has no secret, and the
 * server never reads it.
 */
const SIGNED_IN_COOKIE = 'pathlight_signed_in'

/** The limit of wrong tokens from an address. It equals the limit of log-ins from an address. */
const WRONG_TOKENS = { name: 'wrong-token', max: 100, windowMs: 15 * 60 * 1000 }

const LOG_IN_FIRST = 'Please log in or sign up to use this feature.'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The message for a person who is not signed in, if the specification prescribes one for this route. */
    notLoggedIn?: string
  }
  interface FastifyRequest {
    /** The caller's session. Null if the caller is not signed in, or no route has read it yet. */
    session: Session | null
  }
}

/**
 * The id of the person whose page makes the call. If another person has logged in on this browser meanwhile, the server
 * refuses the call, so that it does not write into that person's account.
 */
const PERSON_HEADER = 'x-person'

const refuseForOthers = (request: FastifyRequest, { userId }: Session): void => {
  const person = request.headers[PERSON_HEADER]
  if (person !== undefined && person !== userId)
    throw new HttpProblem(403, 'other_person', 'Another person has logged in on this device.')
}

/** The session of a request. Throws 401 if there is none. */
export const signedIn = (request: FastifyRequest): Session => {
  if (request.session === null)
    throw new HttpProblem(401, 'not_logged_in', request.routeOptions.config.notLoggedIn ?? LOG_IN_FIRST)
  return request.session
}

export type Sessions = {
  /** The request's device, user agent and address. Log-in attempts are counted by device and address. */
  readonly originOf: (request: FastifyRequest) => Origin
  readonly keepDevice: (request: FastifyRequest, reply: FastifyReply, deviceToken: string) => void
  /**
   * Sets the cookie for a log-in that this browser started at a provider. The cookie lasts ten minutes. A null token
   * removes the cookie.
   */
  readonly keepBegun: (request: FastifyRequest, reply: FastifyReply, token: string | null) => void
  readonly begunOf: (request: FastifyRequest) => string | null
  /** onRequest hook: 401 unless the caller is signed in, and 403 if `x-person` names another person. */
  readonly requireUser: (request: FastifyRequest) => Promise<void>
  readonly find: (request: FastifyRequest) => Promise<Session | null>
  /**
   * For a request without a session: throws 401 account_closed if its token belonged to an account that is closed now.
   */
  readonly refuseClosed: (request: FastifyRequest) => Promise<void>
  /**
   * Starts a session on this device. It always has a new token, so a token that somebody planted before the log-in is
   * useless. If the password has changed since the identity store checked it, starts no session and returns null.
   */
  readonly start: (
    request: FastifyRequest,
    reply: FastifyReply,
    options: { user: User; remember: boolean },
  ) => Promise<Session | null>
  readonly end: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Must be called after the identity store has ended sessions, as for a new password. */
  readonly forgetAll: () => void
  /** Calls `listener` whenever this process has ended sessions. Returns a function that removes the listener. */
  readonly onEnded: (listener: () => void) => () => void
}

/**
 * Sessions in a cookie that scripts cannot read, and personal access tokens. The cookie is Secure if the browser uses
 * TLS.
 */
export const createSessions = (
  identity: SessionStore & Pick<TokenStore, 'findToken'>,
  { publicUrl, memory }: { publicUrl: string | null; memory: SessionMemory },
): Sessions => {
  const overTls = (request: FastifyRequest) => publicUrl?.startsWith('https:') === true || request.protocol === 'https'
  const cookieName = (request: FastifyRequest, name: string) => (overTls(request) ? THIS_HOST + name : name)
  const cookie = (request: FastifyRequest) => ({
    path: '/',
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: overTls(request),
  })
  const sessionOf = (token: string) => memory.find(token, () => identity.findSession(token))

  /** Counts wrong tokens by address. A right token is always accepted, because nobody can guess 256 bits. */
  let wrongTokens: ReturnType<typeof openLimit> | null = null
  const refuseToken = async (request: FastifyRequest): Promise<never> => {
    wrongTokens ??= openLimit(request.server.rateLimitStore, WRONG_TOKENS)
    const retryAfterMs = await wrongTokens(addressOf(request), 1)
    if (retryAfterMs !== null) throw tooManyRequests(retryAfterMs, WRONG_TOKENS)
    const words = 'This token is unknown, was revoked, or has ended.'
    throw new HttpProblem(401, 'bad_token', words, { headers: { 'www-authenticate': 'Bearer' } })
  }
  /**
   * The session of a personal access token. Null for a page or a call for administrators. Throws 401 for a wrong token,
   * and 403 if the token does not allow this call.
   */
  const findByToken = async (request: FastifyRequest, token: string) => {
    const route = request.routeOptions.url ?? ''
    // A token opens no call for administrators, and its holder must not learn that the call exists.
    if (!route.startsWith('/api/') || route.startsWith('/api/admin')) return null
    const scope = scopeNeeded(request.method, route)
    const session = await memory.find(token, () => identity.findToken(token))
    if (session === null) return refuseToken(request)
    request.server.knowPerson(token, session.userId)
    if (scope === null)
      throw new HttpProblem(403, 'not_by_token', 'No token opens this call: log in with the app to do this.')
    if (session.scopes?.includes(scope) !== true)
      throw new HttpProblem(403, 'token_without_scope', `This token may not do this: it needs “${scope}”.`, {
        params: { scope },
      })
    request.session = session
    return session
  }

  const find = async (request: FastifyRequest) => {
    const personal = tokenOf(request)
    if (personal !== null) return findByToken(request, personal)
    const token = tokenIn(request, cookieName(request, SESSION_COOKIE))
    if (token !== null) {
      request.session = await sessionOf(token)
      if (request.session !== null) request.server.knowPerson(token, request.session.userId)
    } else {
      // Older versions set the cookie without the prefix. Over TLS another host could have set a cookie of that name.
      // So only sessions of older versions count: their device id is the session's id, and no new session is like that.
      const unprefixed = tokenIn(request, SESSION_COOKIE)
      const session = unprefixed === null ? null : await sessionOf(unprefixed)
      request.session = session?.deviceId === session?.id ? session : null
    }
    return request.session
  }
  const refuseClosed = async (request: FastifyRequest) => {
    const token = tokenIn(request, cookieName(request, SESSION_COOKIE))
    if (token !== null && (await identity.wasOfClosed(token)))
      throw new HttpProblem(401, 'account_closed', 'This account is closed.')
  }
  const listeners = new Set<() => void>()
  const notifyEnded = () => {
    for (const listener of listeners) listener()
  }
  const forget = async (request: FastifyRequest) => {
    for (const name of new Set([cookieName(request, SESSION_COOKIE), SESSION_COOKIE])) {
      const token = tokenIn(request, name)
      if (token === null) continue
      await identity.endSession(token)
      memory.forget(token)
      notifyEnded()
    }
  }
  const originOf = (request: FastifyRequest): Origin => ({
    deviceToken: tokenIn(request, cookieName(request, DEVICE_COOKIE)),
    userAgent: request.headers['user-agent'] ?? null,
    address: addressOf(request),
  })
  const keepDevice = (request: FastifyRequest, reply: FastifyReply, deviceToken: string) => {
    reply.setCookie(cookieName(request, DEVICE_COOKIE), deviceToken, { ...cookie(request), maxAge: DEVICE_SECONDS })
  }
  return {
    originOf,
    keepDevice,
    keepBegun: (request, reply, token) => {
      const name = cookieName(request, BEGUN_COOKIE)
      if (token === null) reply.clearCookie(name, cookie(request))
      else reply.setCookie(name, token, { ...cookie(request), maxAge: BEGUN_SECONDS })
    },
    begunOf: (request) => tokenIn(request, cookieName(request, BEGUN_COOKIE)),
    find,
    requireUser: guarded('session', async (request: FastifyRequest) => {
      if ((await find(request)) === null) await refuseClosed(request)
      refuseForOthers(request, signedIn(request))
    }),
    refuseClosed,
    start: async (request, reply, { user, remember }) => {
      const started = await identity.startSession(user, { remember, from: originOf(request) })
      if (started === null) return null
      await forget(request)
      const { token, deviceToken, session } = started
      const lifetime = remember ? { maxAge: REMEMBERED_MS / 1000 } : {}
      reply.setCookie(cookieName(request, SESSION_COOKIE), token, { ...cookie(request), ...lifetime })
      reply.setCookie(SIGNED_IN_COOKIE, '1', { ...cookie(request), ...lifetime, httpOnly: false })
      keepDevice(request, reply, deviceToken)
      return session
    },
    end: async (request, reply) => {
      await forget(request)
      for (const name of new Set([cookieName(request, SESSION_COOKIE), SESSION_COOKIE, SIGNED_IN_COOKIE]))
        reply.clearCookie(name, cookie(request))
      // The browser drops its HTTP cache. Unsaved drafts are not in that cache.
      reply.header('clear-site-data', '"cache"')
    },
    forgetAll: () => {
      memory.forgetAll()
      notifyEnded()
    },
    onEnded: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
