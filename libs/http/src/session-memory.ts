import type { Session } from '@pathlight/identity/identity.ts'
import { atMost } from '@pathlight/stores/at-most.ts'
import { LRUCache } from 'lru-cache'
import { ownCopy } from './own-copy.ts'

/** About a kilobyte each. */
const MOST_SESSIONS = 5_000

/** Sessions that were asked for a moment ago, by token. */
export type SessionMemory = {
  /** The remembered session, or what `ask` answers, which is then remembered. */
  readonly find: (token: string, ask: () => Promise<Session | null>) => Promise<Session | null>
  readonly forget: (token: string) => void
  /** For when sessions ended whose tokens this process does not know: all of a person's, by a new password. */
  readonly forgetAll: () => void
}

/**
 * Remembers sessions for `keepMs` milliseconds, never past their end. Only for a process that is alone on its stores: it
 * sees every log-out itself, and so forgets in time. 0 remembers nothing.
 */
export const rememberSessions = (keepMs: number): SessionMemory => {
  const remembered = new LRUCache<string, { session: Session; until: number }>(atMost(MOST_SESSIONS))
  let forgotten = 0
  return {
    find: async (token, ask) => {
      const found = remembered.get(token)
      if (found !== undefined && found.until > Date.now()) return found.session
      const before = forgotten
      const session = await ask()
      const until = Math.min(Date.now() + keepMs, session === null ? 0 : Date.parse(session.expiresAt))
      // An answer from before a log-out must not be remembered after it.
      if (session !== null && until > Date.now() && before === forgotten)
        remembered.set(ownCopy(token), { session, until })
      else remembered.delete(token)
      return session
    },
    forget: (token) => {
      forgotten += 1
      remembered.delete(token)
    },
    forgetAll: () => {
      forgotten += 1
      remembered.clear()
    },
  }
}
