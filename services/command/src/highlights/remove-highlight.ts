import { highlightParams, highlightRemoved } from '@pathlight/contracts/highlights.ts'
import { highlights } from '@pathlight/domain/highlights/highlights.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { sayPosition } from '@pathlight/http/positions.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { handleCommand } from '../handle-command.ts'
import { writerOf } from '../writer.ts'
import { addressedHighlight, whicheverRevision } from './addressed-highlight.ts'

/** Removes a highlight. */
export const removeHighlight = (app: App, url: string, { log, sessions }: { log: EventLog; sessions: Sessions }) =>
  app.delete(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'Remove a highlight', params: highlightParams, response: { 200: highlightRemoved } },
    },
    async (request, reply) => {
      const writer = whicheverRevision(writerOf(request))
      const { stream, place } = addressedHighlight(writer.userId, request.params.id)
      const { position } = await handleCommand(log, highlights, stream, writer, {
        type: 'RemoveHighlight',
        data: place,
      })
      sayPosition(reply, position)
      return { message: 'Highlight deleted successfully!' }
    },
  )
