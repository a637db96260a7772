import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { sessionTokens } from './session-cookie.ts'
import { scopeNeeded, tokenOf } from './token.ts'

const SECRET = `pl_${'a'.repeat(43)}`
const asking = (authorization?: string, cookies: Record<string, string> = {}) =>
  ({ headers: { ...(authorization !== undefined && { authorization }) }, cookies }) as unknown as FastifyRequest

describe('a personal access token in a request', () => {
  it.each([
    [`Bearer ${SECRET}`, SECRET],
    [`bearer ${SECRET}`, SECRET],
    // A wrong token counts as a token, too. It is refused, and the cookie is not used instead.
    ['Bearer pl_', 'pl_'],
    ['Bearer pl_short', 'pl_short'],
    // The operator's token does not begin with pl_.
    ['Bearer 0123456789abcdef', null],
    [`Basic ${SECRET}`, null],
    [`Bearer ${SECRET} more`, null],
    [`Bearer pl_${'a'.repeat(10_000)}`, null],
    [undefined, null],
  ])('is read of %j', (authorization, token) => expect(tokenOf(asking(authorization))).toBe(token))

  it('stands in the place of the session of the cookie, so that what it takes at the door is its owner’s', () => {
    const cookies = { pathlight_session: 'b'.repeat(43) }
    expect(sessionTokens(asking(`Bearer ${SECRET}`, cookies))).toEqual([SECRET])
  })

  it.each([
    ['GET', '/api/note/user', 'read'],
    ['HEAD', '/api/note/user', 'read'],
    ['POST', '/api/note/', 'write'],
    ['DELETE', '/api/sermon/detail/:id', 'write'],
    ['GET', '/api/export', 'export'],
    ['HEAD', '/api/export', 'export'],
    ['PUT', '/api/users/settings', 'write'],
    ['GET', '/api/accounts-of-a-later-version', 'read'],
    ...['GET', 'POST', 'PUT', 'DELETE'].flatMap((method) =>
      ['/api/account', '/api/account/what/comes/later', '/api/auth/', '/api/admin/anything', '/anywhere', ''].map(
        (route) => [method, route, null] as const,
      ),
    ),
  ] as const)('that opens %s %s must be allowed to: %s', (method, route, scope) =>
    expect(scopeNeeded(method, route)).toBe(scope),
  )
})
