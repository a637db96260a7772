import { editSermonBody, sermonEdited, sermonParams } from '@pathlight/contracts/sermons.ts'
import { sermonStream } from '@pathlight/domain/sermons/events.ts'
import { sermon } from '@pathlight/domain/sermons/sermon.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { type App, TEXT_BODY_LIMIT } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { answerItem } from '../answer-item.ts'
import { handleCommand } from '../handle-command.ts'
import type { KnownTexts } from '../verse-place.ts'
import { writerOf } from '../writer.ts'
import type { HtmlReader } from './read-html.ts'
import { sermonFrom } from './sermon-words.ts'

/** Changes a sermon: its words, and the verses that it is on. */
export const editSermon = (
  app: App,
  url: string,
  { log, sessions, html, ...texts }: { log: EventLog; sessions: Sessions; html: HtmlReader } & KnownTexts,
) =>
  app.put(
    url,
    {
      onRequest: sessions.requireUser,
      bodyLimit: TEXT_BODY_LIMIT,
      schema: {
        summary: 'Change a sermon',
        params: sermonParams,
        body: editSermonBody,
        response: { 200: sermonEdited },
      },
    },
    async (request, reply) => {
      const writer = writerOf(request)
      const data = await sermonFrom(request.body, texts, { ...writer, html })
      const stream = sermonStream(writer.userId, request.params.id)
      const item = answerItem(reply, await handleCommand(log, sermon, stream, writer, { type: 'EditSermon', data }))
      return { ...item, verseId: item.start_verse_id }
    },
  )
