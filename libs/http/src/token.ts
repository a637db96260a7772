import type { Scope } from '@pathlight/contracts/token-rules.ts'
import type { FastifyRequest } from 'fastify'

/** Text that begins like a personal access token. A wrong token matches, too, so that it is refused and not ignored. */
const BEARER = /^Bearer (pl_[^\s]{0,200})$/i

/**
 * The personal access token of a request. Null if there is none. Pages of other sites cannot make a browser send one.
 */
export const tokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null =>
  BEARER.exec(headers.authorization ?? '')?.[1] ?? null

/** Calls that no token opens: accounts, ways to log in, shares, and administration. */
const CLOSED = /^\/api\/(account|auth|admin|share)(\/|$)/

/**
 * The scope that a call needs. Null if no token opens the call.
 * @param route the address as it is registered, such as `/api/note/detail/:id`
 */
export const scopeNeeded = (method: string, route: string): Scope | null => {
  if (!route.startsWith('/api/') || CLOSED.test(route)) return null
  if (/^\/api\/export(\/|$)/.test(route)) return 'export'
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write'
}
