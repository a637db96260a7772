import type { Scope } from '@pathlight/contracts/token-rules.ts'
import type { FastifyRequest } from 'fastify'

/** Whatever begins as a personal access token does: a wrong one is refused, and not taken for no token. */
const BEARER = /^Bearer (pl_[^\s]{0,200})$/i

/** The personal access token of a request; null: it has none. No page of another site can have a browser send one. */
export const tokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null =>
  BEARER.exec(headers.authorization ?? '')?.[1] ?? null

/** Calls about accounts, ways in, links for others, and administration: no token opens one, whatever it may do. */
const CLOSED = /^\/api\/(account|auth|admin|share)(\/|$)/

/**
 * What a token must be allowed for a call; null: no token opens it.
 * @param route the address as it is registered, such as `/api/note/detail/:id`
 */
export const scopeNeeded = (method: string, route: string): Scope | null => {
  if (!route.startsWith('/api/') || CLOSED.test(route)) return null
  if (/^\/api\/export(\/|$)/.test(route)) return 'export'
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write'
}
