import { note } from '@pathlight/contracts/notes.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { z } from 'zod'
import { reachPosition } from '../read-position.ts'
import { type NoteDocument, notes } from './projection.ts'

/** All notes of the person, newest first. */
export const listNotes = (
  app: App,
  url: string,
  { readModels, sessions }: { readModels: ReadModelStore; sessions: Sessions },
) => {
  const documents = readModels.collection<NoteDocument>(notes.collection, notes.indexes)
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'All my notes, newest first', response: { 200: z.array(note) } },
    },
    async (request, reply) => {
      await reachPosition(readModels, request, reply)
      return documents.find({ where: { user_id: signedIn(request).userId }, sort: [['created_at', 'desc']] })
    },
  )
}
