import { sermonParams, sermonRemoved } from '@pathlight/contracts/sermons.ts'
import { sermonStream } from '@pathlight/domain/sermons/events.ts'
import { sermon } from '@pathlight/domain/sermons/sermon.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { sayPosition } from '@pathlight/http/positions.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { handleCommand } from '../handle-command.ts'
import { writerOf } from '../writer.ts'

/** Removes a sermon for good. */
export const removeSermon = (app: App, url: string, { log, sessions }: { log: EventLog; sessions: Sessions }) =>
  app.delete(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'Remove a sermon', params: sermonParams, response: { 200: sermonRemoved } },
    },
    async (request, reply) => {
      const writer = writerOf(request)
      const stream = sermonStream(writer.userId, request.params.id)
      const { position } = await handleCommand(log, sermon, stream, writer, { type: 'RemoveSermon', data: {} })
      sayPosition(reply, position)
      return { message: 'Sermon deleted successfully!' }
    },
  )
