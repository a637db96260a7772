import { BOOKMARKS_NOT_LOGGED_IN, bookmarkParams, bookmarkRemoved } from '@pathlight/contracts/bookmarks.ts'
import { bookmark } from '@pathlight/domain/bookmarks/bookmark.ts'
import { bookmarkStream } from '@pathlight/domain/bookmarks/events.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { sayPosition } from '@pathlight/http/positions.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { handleCommand } from '../handle-command.ts'
import { writerOf } from '../writer.ts'

/** Removes a bookmark. */
export const removeBookmark = (app: App, url: string, { log, sessions }: { log: EventLog; sessions: Sessions }) =>
  app.delete(
    url,
    {
      onRequest: sessions.requireUser,
      config: { notLoggedIn: BOOKMARKS_NOT_LOGGED_IN },
      schema: { summary: 'Remove a bookmark', params: bookmarkParams, response: { 200: bookmarkRemoved } },
    },
    async (request, reply) => {
      const writer = writerOf(request)
      const stream = bookmarkStream(writer.userId, request.params.id)
      const data = { userId: writer.userId }
      const { position } = await handleCommand(log, bookmark, stream, writer, { type: 'RemoveBookmark', data })
      sayPosition(reply, position)
      return { message: 'Bookmark deleted successfully!' }
    },
  )
