import { randomUUID } from 'node:crypto'
import {
  invitationParams,
  invitations as invitationsShape,
  inviteBody,
  invited as invitedShape,
} from '@pathlight/contracts/invitations.ts'
import { endOf } from '@pathlight/contracts/until.ts'
import { adminsOnly } from '@pathlight/http/admins-only.ts'
import { idempotencyKey } from '@pathlight/http/conditional.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { rateLimited } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CommandDependencies } from '../dependencies.ts'
import { nameBasedId } from '../event-id.ts'
import { keyReused } from '../handle-command.ts'
import { asAdmin } from './admins.ts'

const HOUR_MS = 60 * 60 * 1000

/**
 * The calls of invitations: an admin makes one, lists the valid ones, and withdraws one. Each change is an event, which
 * is appended first. A repeat under the same Idempotency-Key answers the same invitation with the same link.
 */
export const invitationCalls = (
  app: App,
  url: string,
  { identity, sessions, admins, jobs, sendsMail, signUpMode, publicUrl }: CommandDependencies,
): void => {
  const onRequest = adminsOnly(sessions, admins.isAdmin)
  const linkOf = (request: FastifyRequest, code: string) =>
    `${publicUrl ?? `${request.protocol}://${request.host}`}/signup?${new URLSearchParams({ invitation: code })}`
  app.post(
    url,
    {
      onRequest,
      preHandler: rateLimited(app, {
        name: 'invitations',
        max: 200,
        windowMs: HOUR_MS,
        key: (request) => signedIn(request).userId,
      }),
      schema: { summary: 'Invite people to sign up', body: inviteBody, response: { 201: invitedShape } },
    },
    async (request, reply) => {
      const { email = null, people = 1, until } = request.body
      if (signUpMode === 'closed')
        throw new HttpProblem(409, 'invitations_closed', 'Sign-up is closed here (SIGN_UP), for invited people, too.')
      const key = idempotencyKey(request)
      const id = key === null ? randomUUID() : nameBasedId('invitation', signedIn(request).userId, key)
      if ((await identity.findInvitation(id)) === null)
        await admins.act(asAdmin(request), { deed: 'invited', subject: id })
      const by = signedIn(request).userId
      const asked = { email, people, until: endOf(until) }
      const { code, ...made } = await identity.invite({ id, by, ...asked })
      if (made.email !== email || made.people !== people || made.until !== asked.until.toISOString()) throw keyReused()
      const mail = email !== null && sendsMail
      if (mail)
        await jobs.add(
          'invitation-mail',
          { invitationId: id },
          { id: `invitation ${id}`, correlationId: request.correlationId },
        )
      return reply.code(201).send({ id, link: linkOf(request, code), mail })
    },
  )
  app.get(
    url,
    { onRequest, schema: { summary: 'Invitations that are not over', response: { 200: invitationsShape } } },
    async (request) => {
      const all = await identity.invitations()
      const names = await identity.namesOf(all.map(({ by }) => by))
      return {
        invitations: all.map(({ id, code, email, people, used, by, madeAt, until }) => ({
          ...{ id, link: linkOf(request, code), email, people, used, by: names.get(by) ?? null },
          ...{ made: madeAt, until },
        })),
      }
    },
  )
  app.delete(
    `${url}/:id`,
    { onRequest, schema: { summary: 'Withdraw an invitation', params: invitationParams, response: { 204: z.null() } } },
    async (request, reply) => {
      const { id } = request.params
      if ((await identity.findInvitation(id)) === null)
        throw new HttpProblem(404, 'invitation_not_found', 'There is no such invitation.')
      await admins.act(asAdmin(request), { deed: 'invitation-withdrawn', subject: id })
      await identity.withdrawInvitation(id)
      return reply.code(204).send(null)
    },
  )
}
