import { addBookmarkBody, BOOKMARKS_NOT_LOGGED_IN, bookmark as bookmarkShape } from '@pathlight/contracts/bookmarks.ts'
import { bookmark } from '@pathlight/domain/bookmarks/bookmark.ts'
import { bookmarkId, bookmarkStream } from '@pathlight/domain/bookmarks/events.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { hasChapter } from '@pathlight/scripture/has-chapter.ts'
import { answerItem } from '../answer-item.ts'
import { handleCommand } from '../handle-command.ts'
import type { KnownTexts } from '../verse-place.ts'
import { bookNamed, versionNamed } from '../verse-place.ts'
import { writerOf } from '../writer.ts'

/** Bookmarks a chapter in a version. */
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
      schema: { summary: 'Bookmark a chapter', body: addBookmarkBody, response: { 201: bookmarkShape } },
    },
    async (request, reply) => {
      const { chapter } = request.body
      const book = bookNamed(request.body.book)
      if (!hasChapter(book, chapter))
        throw new RuleBroken('invalid', 'unknown_chapter', 'There is no such chapter.', { chapter })
      const version = versionNamed(request.body.version, { knowsVersion })
      const writer = writerOf(request)
      const id = bookmarkId(version, book.index, chapter)
      const handled = await handleCommand(log, bookmark, bookmarkStream(writer.userId, id), writer, {
        type: 'AddBookmark',
        data: { bookmarkId: id, userId: writer.userId, version, book: bookName(book, 'en'), chapter },
      })
      reply.code(201)
      return answerItem(reply, handled)
    },
  )
