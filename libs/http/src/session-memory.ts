import type { Session } from '@pathlight/identity/identity.ts'
import { atMost } from '@pathlight/stores/at-most.ts'
import { LRUCache } from 'lru-cache'
import { ownCopy } from './own-copy.ts'

/** The most cached sessions. Each takes about a kilobyte. */
const MOST_SESSIONS = 5_000

/** A short-lived cache of sessions by token. */
export type SessionMemory = {
  /** The cached session. If there is none, the result of `ask`, which is cached unless it is null. */
  readonly find: (token: string, ask: () => Promise<Session | null>) => Promise<Session | null>
  readonly forget: (token: string) => void
  /**
   * Removes all sessions. It is called after the identity store has ended or changed sessions, for example for a new
   * password. The caller does not know the tokens of these sessions.
   */
  readonly forgetAll: () => void
}

/**
 * Caches sessions for `keepMs` milliseconds, but not beyond their end. With 0 it caches nothing. Only a process that
 * uses its stores alone may cache sessions, because only such a process sees every log-out.
 */
export const rememberSessions = (keepMs: number): SessionMemory => {
  const cache = new LRUCache<string, { session: Session; until: number }>(atMost(MOST_SESSIONS))
  /** How often `forget` and `forgetAll` were called. */
  let logOuts = 0
  return {
    find: async (token, ask) => {
      const cached = cache.get(token)
      if (cached !== undefined && cached.until > Date.now()) return cached.session
      const before = logOuts
      const session = await ask()
      const until = Math.min(Date.now() + keepMs, session === null ? 0 : Date.parse(session.expiresAt))
      // A session that was read before a call of `forget` or `forgetAll` may have ended, so it is not cached.
      if (session !== null && until > Date.now() && before === logOuts) cache.set(ownCopy(token), { session, until })
      else cache.delete(token)
      return session
    },
    forget: (token) => {
      logOuts += 1
      cache.delete(token)
    },
    forgetAll: () => {
      logOuts += 1
      cache.clear()
    },
  }
}
