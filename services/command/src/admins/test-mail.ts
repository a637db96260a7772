import { randomUUID } from 'node:crypto'
import { mail as mailShape, mailTestBegun, mailTestParams } from '@pathlight/contracts/backups.ts'
import { adminsOnly } from '@pathlight/http/admins-only.ts'
import { rateLimited } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import { z } from 'zod'
import type { CommandDependencies } from '../dependencies.ts'
import { asAdmin } from './admins.ts'

const HOUR_MS = 60 * 60 * 1000

/**
 * The calls of test mails. An admin asks for a test mail, which the worker sends like any other mail. Then the admin
 * reads the outcome, and dismisses it. Nobody else gets the outcome.
 */
export const testMailCalls = (
  app: App,
  url: string,
  { sessions, admins, jobs, archives, sendsMail }: CommandDependencies,
): void => {
  const onRequest = adminsOnly(sessions, admins.isAdmin)
  const key = (request: Parameters<typeof signedIn>[0]) => signedIn(request).userId
  app.get(
    url,
    { onRequest, schema: { summary: 'Whether mail is sent', response: { 200: mailShape } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return { sends: sendsMail, test: await archives.mailTest(signedIn(request).userId) }
    },
  )
  app.post(
    `${url}/test`,
    {
      onRequest,
      preHandler: rateLimited(app, { name: 'test-mails', max: 20, windowMs: HOUR_MS, key }),
      schema: { summary: 'Send me a test mail', response: { 202: mailTestBegun } },
    },
    async (request, reply) => {
      const { userId } = signedIn(request)
      const id = randomUUID()
      await admins.act(asAdmin(request), { deed: 'mail-tested', subject: id })
      await jobs.add('test-mail', { userId, id }, { attempts: 1, correlationId: request.correlationId })
      return reply.code(202).send({ id })
    },
  )
  app.delete(
    `${url}/test/:id`,
    {
      onRequest,
      schema: { summary: 'Dismiss what came of a test mail', params: mailTestParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { id } = request.params
      const { userId } = signedIn(request)
      // In another window the admin may have dismissed this test, or begun another one.
      if ((await archives.mailTest(userId))?.id === id) {
        await admins.act(asAdmin(request), { deed: 'mail-test-dismissed', subject: id })
        await archives.dismissMailTest(userId, id)
      }
      return reply.code(204).send(null)
    },
  )
}
