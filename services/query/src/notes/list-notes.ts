import { findableNote } from '@pathlight/contracts/find-rules.ts'
import { listQuery } from '@pathlight/contracts/lists.ts'
import { note } from '@pathlight/contracts/notes.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { z } from 'zod'
import { answerPage, LONGEST, readPage } from '../list-page.ts'
import { reachPosition } from '../read-position.ts'
import { notes } from './projection.ts'

/** All notes of the person, newest first, page by page; of a search those that have all its words. */
export const listNotes = (
  app: App,
  url: string,
  { readModels, sessions }: { readModels: ReadModelStore; sessions: Sessions },
) => {
  const documents = readModels.collection(notes)
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: {
        summary: 'All my notes, newest first; the Link header names the next page',
        querystring: listQuery,
        response: { 200: z.array(note) },
      },
    },
    async (request, reply) => {
      await reachPosition(readModels, [notes], request, reply)
      const { query } = request
      const page = await readPage(documents, signedIn(request).userId, query, findableNote, {
        longest: LONGEST.note,
      })
      return answerPage(reply, { path: url, query, page })
    },
  )
}
