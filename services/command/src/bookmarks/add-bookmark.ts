import { addBookmarkBody, BOOKMARKS_NOT_LOGGED_IN, bookmark as bookmarkShape } from '@pathlight/contracts/bookmarks.ts'
import { bookmark } from '@pathlight/domain/bookmarks/bookmark.ts'
import { bookmarkStream } from '@pathlight/domain/bookmarks/events.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { answerItem } from '../answer-item.ts'
import { handleCommand } from '../handle-command.ts'
import type { KnownTexts } from '../verse-place.ts'
import { writerOf } from '../writer.ts'
import { bookmarkPlace } from './bookmark-place.ts'

/** Bookmarks a chapter in a version, or verses of it. */
export const addBookmark = (
  app: App,
  url: string,
  { log, sessions, knowsVersion }: { log: EventLog; sessions: Sessions } & Pick<KnownTexts, 'knowsVersion'>,
) =>
  app.post(
    url,
    {
      onRequest: sessions.requireUser,
      config: { notLoggedIn: BOOKMARKS_NOT_LOGGED_IN },
      schema: {
        summary: 'Bookmark a chapter, or verses of it',
        body: addBookmarkBody,
        response: { 201: bookmarkShape },
      },
    },
    async (request, reply) => {
      const { bookmarkId, verseId, endVerseId, ...place } = bookmarkPlace(request.body, { knowsVersion })
      const verses = { verseId: verseId ?? undefined, endVerseId: endVerseId ?? undefined }
      const writer = writerOf(request)
      const { userId } = writer
      const handled = await handleCommand(log, bookmark, bookmarkStream(userId, bookmarkId), writer, {
        type: 'AddBookmark',
        isFirst: true,
        data: { bookmarkId, userId, ...place, ...verses },
      })
      reply.code(201)
      return answerItem(reply, handled)
    },
  )
