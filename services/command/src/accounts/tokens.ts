import { randomUUID } from 'node:crypto'
import type { Scope } from '@pathlight/contracts/token-rules.ts'
import { madeToken, makeTokenBody, tokenParams, tokens as tokensShape } from '@pathlight/contracts/tokens.ts'
import { endOf } from '@pathlight/contracts/until.ts'
import { idempotencyKey } from '@pathlight/http/conditional.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import { MOST_TOKENS } from '@pathlight/identity/identity.ts'
import { z } from 'zod'
import type { CommandDependencies } from '../dependencies.ts'
import { nameBasedId } from '../event-id.ts'
import { recordAccountChange } from '../record-account-change.ts'

/**
 * The calls of personal access tokens: a person makes one, lists the valid ones, and revokes one. A mail tells of a new
 * token. A token cannot make these calls. A repeat under the same Idempotency-Key gives the token a new secret, because
 * the client lost the first secret with the answer.
 */
export const tokenCalls = (app: App, url: string, { identity, log, sessions, jobs }: CommandDependencies): void => {
  const onRequest = sessions.requireUser
  app.post(
    url,
    {
      onRequest,
      schema: { summary: 'Make a personal access token', body: makeTokenBody, response: { 201: madeToken } },
    },
    async (request, reply) => {
      const session = signedIn(request)
      const { userId } = session
      const { name, scopes, until } = request.body
      const key = idempotencyKey(request)
      const id = key === null ? randomUUID() : nameBasedId('token', userId, key)
      const unique = [...new Set(scopes)]
      const secret = await identity.makeToken(userId, { id, name, scopes: unique, until: endOf(until) })
      if (secret === null) throw new HttpProblem(401, 'not_logged_in', 'Please log in or sign up to use this feature.')
      if (secret === 'full') {
        const words = `You have ${MOST_TOKENS} tokens. Revoke one that you do not use any more.`
        throw new HttpProblem(409, 'too_many_tokens', words, { params: { max: MOST_TOKENS } })
      }
      sessions.forgetAll()
      const mail = () => jobs.add('notice-mail', { userId, notice: 'token-made' })
      // A repeat is recorded, too: it has made a valid secret, perhaps with more scopes than the first one, or after
      // the first one was revoked.
      await recordAccountChange(log, request, { userId, session, change: 'token-made', mail })
      return reply.code(201).send({ id, token: secret })
    },
  )
  app.get(
    url,
    { onRequest, schema: { summary: 'My personal access tokens', response: { 200: tokensShape } } },
    async (request) => {
      const all = await identity.tokensOf(signedIn(request).userId)
      return {
        tokens: all.map(({ id, name, scopes, createdAt, expiresAt, usedAt }) => ({
          ...{ id, name, scopes: scopes as Scope[], made: createdAt, until: expiresAt, used: usedAt },
        })),
      }
    },
  )
  app.delete(
    `${url}/:id`,
    {
      onRequest,
      config: { whileLocked: true },
      schema: { summary: 'Revoke a personal access token', params: tokenParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const session = signedIn(request)
      const { userId } = session
      if (!(await identity.revokeToken(userId, request.params.id)))
        throw new HttpProblem(404, 'token_not_found', 'There is no such token.')
      sessions.forgetAll()
      await recordAccountChange(log, request, { userId, session, change: 'token-revoked' })
      return reply.code(204).send(null)
    },
  )
}
