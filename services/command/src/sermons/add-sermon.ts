import { randomUUID } from 'node:crypto'
import { addSermonBody, sermonAdded } from '@pathlight/contracts/sermons.ts'
import { sermonStream } from '@pathlight/domain/sermons/events.ts'
import { sermon } from '@pathlight/domain/sermons/sermon.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { type App, TEXT_BODY_LIMIT } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { answerItem } from '../answer-item.ts'
import { nameBasedId } from '../event-id.ts'
import { handleCommand } from '../handle-command.ts'
import type { KnownTexts } from '../verse-place.ts'
import { writerOf } from '../writer.ts'
import type { HtmlReader } from './read-html.ts'
import { sermonFrom } from './sermon-words.ts'

/** Writes a sermon on a range of verses that begins with the chosen one. */
export const addSermon = (
  app: App,
  url: string,
  { log, sessions, html, ...texts }: { log: EventLog; sessions: Sessions; html: HtmlReader } & KnownTexts,
) =>
  app.post(
    url,
    {
      onRequest: sessions.requireUser,
      bodyLimit: TEXT_BODY_LIMIT,
      schema: { summary: 'Write a sermon', body: addSermonBody, response: { 201: sermonAdded } },
    },
    async (request, reply) => {
      const writer = writerOf(request)
      const fields = await sermonFrom(request.body, texts, { ...writer, html })
      const { userId, idempotencyKey } = writer
      // A repeat must find the sermon it made before, even when the server chose the id.
      const freshId = () => (idempotencyKey === null ? randomUUID() : nameBasedId(userId, idempotencyKey, 'sermon'))
      const sermonId = request.body.id ?? freshId()
      const handled = await handleCommand(log, sermon, sermonStream(userId, sermonId), writer, {
        type: 'AddSermon',
        isFirst: true,
        data: { sermonId, userId, ...fields },
      })
      reply.code(201).header('location', `/api/sermon/${sermonId}`)
      const newSermon = answerItem(reply, handled)
      return { verseId: newSermon.start_verse_id, newSermon }
    },
  )
