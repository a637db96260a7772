import { closeAccountBody, NAME_DIFFERS } from '@pathlight/contracts/account-care.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import { z } from 'zod'
import type { CommandDependencies } from '../dependencies.ts'
import { endAccount } from './end-account.ts'
import { passwordOr403 } from './identity-answers.ts'

/** Closes the signed-in person's account. The body needs the password and the username. */
export const closeAccount = (app: App, url: string, { identity, log, sessions }: CommandDependencies) =>
  app.delete(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'Close my account', body: closeAccountBody, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { userId, deviceId, username } = signedIn(request)
      const { password, confirm } = request.body
      if (confirm.trim() !== username) throw new HttpProblem(400, 'username_differs', NAME_DIFFERS)
      passwordOr403(await identity.checkPassword(userId, password, sessions.originOf(request)))
      const { correlationId } = request
      await endAccount({ log, identity, sessions }, { userId, actorId: userId, deviceId, correlationId })
      await sessions.end(request, reply)
      return reply.code(204).send(null)
    },
  )
