import { standingStream } from '@pathlight/domain/standing/events.ts'
import { standing } from '@pathlight/domain/standing/standing.ts'
import type { App } from '@pathlight/http/server.ts'
import { z } from 'zod'
import type { CommandDependencies } from '../dependencies.ts'
import { handleCommand } from '../handle-command.ts'
import { writerOf } from '../writer.ts'

/**
 * The person stops the closing of their account that an admin has scheduled. Without such a closing nothing changes.
 */
export const keepAccount = (app: App, url: string, { log, sessions }: CommandDependencies) =>
  app.delete(
    url,
    {
      onRequest: sessions.requireUser,
      config: { whileLocked: true },
      schema: { summary: 'Stop the closing of my account', response: { 204: z.null() } },
    },
    async (request, reply) => {
      const writer = writerOf(request)
      const { position } = await handleCommand(
        log,
        standing,
        standingStream(writer.userId),
        { ...writer, ifMatch: null, quota: null },
        { type: 'KeepAccount', data: { userId: writer.userId } },
      )
      reply.header('x-position', String(position))
      return reply.code(204).send(null)
    },
  )
