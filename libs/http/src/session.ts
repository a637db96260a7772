import type { Origin, Session, SessionStore, User } from '@pathlight/identity/identity.ts'
import { REMEMBERED_MS } from '@pathlight/identity/identity.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from './address.ts'
import { guarded } from './openapi.ts'
import { HttpProblem } from './problem.ts'
import { SESSION_COOKIE, THIS_HOST, tokenIn } from './session-cookie.ts'
import type { SessionMemory } from './session-memory.ts'

/**
 * Names this browser for as long as it keeps the cookie: log-out leaves it, so that what is written here has one device,
 * and the device is known where an attacker guesses at its owner's password. It opens nothing.
 */
const DEVICE_COOKIE = 'pathlight_device'
/** The longest that browsers keep a cookie (400 days), in seconds; each log-in begins it anew. */
const DEVICE_SECONDS = 400 * 24 * 60 * 60

/**
 * Stands beside them, holds no secret and may be read by the page: whether it is worth a request to ask for the session. The
 * server never looks at it.
 */
const SIGNED_IN_COOKIE = 'pathlight_signed_in'

const LOG_IN_FIRST = 'Please log in or sign up to use this feature.'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the specification says, on this route, to a person who is not signed in. */
    notLoggedIn?: string
  }
  interface FastifyRequest {
    /** The caller's session; null until a route asked for it, or when the caller is not signed in. */
    session: Session | null
  }
}

/**
 * Whose call it is, by their id, where the browser says so. A page that waits while another person logs in beside it would else
 * do in their name what it was asked to do by the first.
 */
const PERSON_HEADER = 'x-person'

const refuseForOthers = (request: FastifyRequest, { userId }: Session): void => {
  const person = request.headers[PERSON_HEADER]
  if (person !== undefined && person !== userId)
    throw new HttpProblem(403, 'other_person', 'Another person has logged in on this device.')
}

/** The session of a route that asked for `requireUser`. */
export const signedIn = (request: FastifyRequest): Session => {
  if (request.session === null)
    throw new HttpProblem(401, 'not_logged_in', request.routeOptions.config.notLoggedIn ?? LOG_IN_FIRST)
  return request.session
}

export type Sessions = {
  /** Where the request comes from: for calls in which a person says that an account is theirs. */
  readonly originOf: (request: FastifyRequest) => Origin
  /** Lets the browser keep what its device is known by. */
  readonly keepDevice: (request: FastifyRequest, reply: FastifyReply, deviceToken: string) => void
  /** onRequest hook: 401 unless the caller is signed in; 403 where the call is said to be another person's (`x-person`). */
  readonly requireUser: (request: FastifyRequest) => Promise<void>
  readonly find: (request: FastifyRequest) => Promise<Session | null>
  /** For a request without a session: 401 account_closed where it comes from a browser whose account was closed while it was signed in. */
  readonly refuseClosed: (request: FastifyRequest) => Promise<void>
  /**
   * Signs in on this device: a new token always, so one planted before log-in is worth nothing. Null when the password
   * that identity checked for this user is theirs no more: no session is started then.
   */
  readonly start: (
    request: FastifyRequest,
    reply: FastifyReply,
    options: { user: User; remember: boolean },
  ) => Promise<Session | null>
  readonly end: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** To be called when identity ended sessions by itself (a new password). */
  readonly forgetAll: () => void
  /** Calls `listener` whenever sessions were ended by this process. Returns how to stop it. */
  readonly onEnded: (listener: () => void) => () => void
}

/** Sessions in a cookie that scripts cannot read. It is marked Secure wherever the browser speaks TLS. */
export const createSessions = (
  identity: SessionStore,
  { publicUrl, memory }: { publicUrl: string | null; memory: SessionMemory },
): Sessions => {
  const overTls = (request: FastifyRequest) => publicUrl?.startsWith('https:') === true || request.protocol === 'https'
  const named = (request: FastifyRequest, name: string) => (overTls(request) ? THIS_HOST + name : name)
  const cookie = (request: FastifyRequest) => ({
    path: '/',
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: overTls(request),
  })
  const remembered = (token: string) => memory.find(token, () => identity.findSession(token))

  const find = async (request: FastifyRequest) => {
    const token = tokenIn(request, named(request, SESSION_COOKIE))
    if (token !== null) {
      request.session = await remembered(token)
      if (request.session !== null) request.server.knowPerson(token, request.session.userId)
    } else {
      // Over TLS another site may have set the bare name. What it may still hold is a session from before the
      // prefix, which was also before devices: no person can get such a one any more, and the last ends within 30 days.
      const older = tokenIn(request, SESSION_COOKIE)
      const session = older === null ? null : await remembered(older)
      request.session = session?.deviceId === session?.id ? session : null
    }
    return request.session
  }
  const refuseClosed = async (request: FastifyRequest) => {
    const token = tokenIn(request, named(request, SESSION_COOKIE))
    if (token !== null && (await identity.wasOfClosed(token)))
      throw new HttpProblem(401, 'account_closed', 'This account is closed.')
  }
  const listeners = new Set<() => void>()
  const tellEnded = () => {
    for (const listener of listeners) listener()
  }
  const forget = async (request: FastifyRequest) => {
    for (const name of new Set([named(request, SESSION_COOKIE), SESSION_COOKIE])) {
      const token = tokenIn(request, name)
      if (token === null) continue
      await identity.endSession(token)
      memory.forget(token)
      tellEnded()
    }
  }
  const originOf = (request: FastifyRequest): Origin => ({
    deviceToken: tokenIn(request, named(request, DEVICE_COOKIE)),
    userAgent: request.headers['user-agent'] ?? null,
    address: addressOf(request),
  })
  const keepDevice = (request: FastifyRequest, reply: FastifyReply, deviceToken: string) => {
    reply.setCookie(named(request, DEVICE_COOKIE), deviceToken, { ...cookie(request), maxAge: DEVICE_SECONDS })
  }
  return {
    originOf,
    keepDevice,
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
      reply.setCookie(named(request, SESSION_COOKIE), token, { ...cookie(request), ...lifetime })
      reply.setCookie(SIGNED_IN_COOKIE, '1', { ...cookie(request), ...lifetime, httpOnly: false })
      keepDevice(request, reply, deviceToken)
      return session
    },
    end: async (request, reply) => {
      await forget(request)
      for (const name of new Set([named(request, SESSION_COOKIE), SESSION_COOKIE, SIGNED_IN_COOKIE]))
        reply.clearCookie(name, cookie(request))
      // Clears the answers that the browser kept. It does not clear words that are not saved yet: the app asks the person first.
      reply.header('clear-site-data', '"cache"')
    },
    forgetAll: () => {
      memory.forgetAll()
      tellEnded()
    },
    onEnded: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
