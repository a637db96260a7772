import { colorHighlightBody, highlightParams, highlight as highlightShape } from '@pathlight/contracts/highlights.ts'
import { highlightAmong } from '@pathlight/domain/highlights/highlight-item.ts'
import { highlights } from '@pathlight/domain/highlights/highlights.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { answerItem } from '../answer-item.ts'
import { handleCommand } from '../handle-command.ts'
import { writerOf } from '../writer.ts'
import { addressedHighlight, whicheverRevision } from './addressed-highlight.ts'

/** Gives a highlight a colour of its own, or that of the settings again. */
export const colorHighlight = (app: App, url: string, { log, sessions }: { log: EventLog; sessions: Sessions }) =>
  app.put(
    url,
    {
      onRequest: sessions.requireUser,
      schema: {
        summary: 'Change the colour of a highlight',
        params: highlightParams,
        body: colorHighlightBody,
        response: { 200: highlightShape },
      },
    },
    async (request, reply) => {
      const writer = whicheverRevision(writerOf(request))
      const { stream, place } = addressedHighlight(writer.userId, request.params.id)
      const { color } = request.body
      const handled = await handleCommand(log, highlights, stream, writer, {
        type: 'ColorHighlight',
        data: { ...place, color },
      })
      // Where it has the colour already nothing is written, and the verse's last event may be about another highlight.
      const { state } = handled
      return answerItem(reply, { ...handled, item: highlightAmong(state.highlights, place, state.revision) })
    },
  )
