import { BOOKMARKS_NOT_LOGGED_IN, bookmark } from '@pathlight/contracts/bookmarks.ts'
import { findableBookmark } from '@pathlight/contracts/find-rules.ts'
import { listQuery } from '@pathlight/contracts/lists.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { z } from 'zod'
import { answerPage, LONGEST, readPage } from '../list-page.ts'
import { reachPosition } from '../read-position.ts'
import { bookmarks } from './projection.ts'

/** All bookmarks of the person, newest first, page by page; of a search those that have all its words. */
export const listBookmarks = (
  app: App,
  url: string,
  { readModels, sessions }: { readModels: ReadModelStore; sessions: Sessions },
) => {
  const documents = readModels.collection(bookmarks)
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      config: { notLoggedIn: BOOKMARKS_NOT_LOGGED_IN },
      schema: {
        summary: 'All my bookmarks, newest first; the Link header names the next page',
        querystring: listQuery,
        response: { 200: z.array(bookmark) },
      },
    },
    async (request, reply) => {
      await reachPosition(readModels, [bookmarks], request, reply)
      const { query } = request
      const page = await readPage(documents, signedIn(request).userId, query, findableBookmark, {
        longest: LONGEST.bookmark,
      })
      return answerPage(reply, { path: url, query, page })
    },
  )
}
