import { looksMailBody } from '@pathlight/contracts/account-care.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import { z } from 'zod'
import type { CommandDependencies } from '../dependencies.ts'
import { recordAccountChange } from '../record-account-change.ts'
import { accountOr409 } from './identity-answers.ts'

/**
 * Chooses whether the person gets a mail when an admin views their data. The account page lists these views in either
 * case.
 */
export const chooseLooksMail = (app: App, url: string, { identity, log, sessions }: CommandDependencies) =>
  app.put(
    url,
    {
      onRequest: sessions.requireUser,
      schema: {
        summary: 'Be told by mail of what administrators look at',
        body: looksMailBody,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const session = signedIn(request)
      const { userId } = session
      const { on } = request.body
      const before = accountOr409(await identity.findUser(userId))
      if (before.looksByMail !== on) {
        accountOr409(await identity.setLooksByMail(userId, on))
        await recordAccountChange(log, request, { userId, session, change: on ? 'looks-mail-on' : 'looks-mail-off' })
      }
      return reply.code(204).send(null)
    },
  )
