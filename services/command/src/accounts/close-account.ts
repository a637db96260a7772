import { closeAccountBody, NAME_DIFFERS } from '@pathlight/contracts/account-care.ts'
import { account } from '@pathlight/domain/accounts/account.ts'
import { accountStream } from '@pathlight/domain/accounts/events.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import { z } from 'zod'
import { handleCommand } from '../handle-command.ts'
import { theirs } from './checked-password.ts'

/**
 * Closes the person's account. The event is what closes it: from then on nothing is written for it and no session starts. All else
 * (the last mail, the key, the documents, the name and address) follows from the event, whatever is killed meanwhile: see
 * services/worker/src/close-account.ts.
 */
export const closeAccount = (
  app: App,
  url: string,
  { identity, log, sessions }: { identity: Identity; log: EventLog; sessions: Sessions },
) =>
  app.delete(
    url,
    {
      onRequest: sessions.requireUser,
      config: { cost: 10 },
      schema: { summary: 'Close my account', body: closeAccountBody, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { userId, deviceId, username } = signedIn(request)
      const { password, confirm } = request.body
      if (confirm.trim() !== username) throw new HttpProblem(400, 'username_differs', NAME_DIFFERS)
      theirs(await identity.checkPassword(userId, password, sessions.originOf(request)))
      const writer = { userId, actorId: userId, deviceId, correlationId: request.correlationId }
      await handleCommand(
        log,
        account,
        accountStream(userId),
        { ...writer, idempotencyKey: null, ifMatch: null, quota: null },
        { type: 'CloseAccount', data: { userId } },
      )
      await identity.endSessionsOfClosed(userId)
      sessions.forgetAll()
      await sessions.end(request, reply)
      return reply.code(204).send(null)
    },
  )
