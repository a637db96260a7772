import type { Session, SessionStore, User } from '@pathlight/identity/identity.ts'
import { REMEMBERED_MS } from '@pathlight/identity/identity.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpProblem } from './problem.ts'
import type { SessionMemory } from './session-memory.ts'

/** Name of the cookie that carries the session's token. */
export const SESSION_COOKIE = 'pathlight_session'

/** Names this browser for as long as it keeps the cookie: log-out leaves it, so that what is written here has one device. */
const DEVICE_COOKIE = 'pathlight_device'
/** The longest that browsers keep a cookie (400 days), in seconds; each log-in begins it anew. */
const DEVICE_SECONDS = 400 * 24 * 60 * 60

/**
 * Stands beside it, holds no secret and may be read by the page: whether asking who is signed in is worth a request. The
 * server never looks at it.
 */
const SIGNED_IN_COOKIE = 'pathlight_signed_in'

/** What a token can look like; anything else is not worth a question to the store. */
const TOKEN = /^[\w-]{32,128}$/

const LOG_IN_FIRST = 'Please log in or sign up to use this feature.'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking; null until a route asked for it, or when nobody is signed in. */
    session: Session | null
  }
}

/** The session of a route that asked for `requireUser`. */
export const signedIn = (request: FastifyRequest): Session => {
  if (request.session === null) throw new HttpProblem(401, 'not_logged_in', LOG_IN_FIRST)
  return request.session
}

export type Sessions = {
  /** onRequest hook: 401 unless somebody is signed in. */
  readonly requireUser: (request: FastifyRequest) => Promise<void>
  readonly find: (request: FastifyRequest) => Promise<Session | null>
  /**
   * Signs in on this device: a new token always, so one planted before log-in is worth nothing. Null when the password
   * that identity checked for this user is theirs no more: nobody is signed in then.
   */
  readonly start: (
    request: FastifyRequest,
    reply: FastifyReply,
    options: { user: User; remember: boolean },
  ) => Promise<Session | null>
  readonly end: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** To be called when identity ended sessions by itself (a new password). */
  readonly forgetAll: () => void
}

const tokenOf = (request: FastifyRequest): string | null => {
  const token = request.cookies[SESSION_COOKIE]
  return token !== undefined && TOKEN.test(token) ? token : null
}

/** Sessions in a cookie that scripts cannot read. It is marked Secure wherever the browser speaks TLS. */
export const createSessions = (
  identity: SessionStore,
  { publicUrl, memory }: { publicUrl: string | null; memory: SessionMemory },
): Sessions => {
  const cookie = (request: FastifyRequest) => ({
    path: '/',
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: publicUrl?.startsWith('https:') === true || request.protocol === 'https',
  })
  const find = async (request: FastifyRequest) => {
    const token = tokenOf(request)
    request.session = token === null ? null : await memory.find(token, () => identity.findSession(token))
    return request.session
  }
  const forget = async (request: FastifyRequest) => {
    const token = tokenOf(request)
    if (token === null) return
    await identity.endSession(token)
    memory.forget(token)
  }
  return {
    find,
    requireUser: async (request) => {
      await find(request)
      signedIn(request)
    },
    start: async (request, reply, { user, remember }) => {
      const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null
      const deviceToken = request.cookies[DEVICE_COOKIE] ?? null
      const started = await identity.startSession(user, { remember, userAgent, deviceToken })
      if (started === null) return null
      await forget(request)
      const { token, session } = started
      const lifetime = remember ? { maxAge: REMEMBERED_MS / 1000 } : {}
      reply.setCookie(SESSION_COOKIE, token, { ...cookie(request), ...lifetime })
      reply.setCookie(DEVICE_COOKIE, started.deviceToken, { ...cookie(request), maxAge: DEVICE_SECONDS })
      reply.setCookie(SIGNED_IN_COOKIE, '1', { ...cookie(request), ...lifetime, httpOnly: false })
      return session
    },
    end: async (request, reply) => {
      await forget(request)
      reply.clearCookie(SESSION_COOKIE, cookie(request))
      reply.clearCookie(SIGNED_IN_COOKIE, cookie(request))
    },
    forgetAll: memory.forgetAll,
  }
}
