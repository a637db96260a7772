import { type Note, note } from '@pathlight/contracts/notes.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { z } from 'zod'
import { reachPosition } from '../read-position.ts'
import { userNotes } from './projection.ts'

/** All notes of the person, newest first. */
export const listNotes = (
  app: App,
  url: string,
  { readModels, sessions }: { readModels: ReadModelStore; sessions: Sessions },
) => {
  const notes = readModels.collection<Note>(userNotes.collection)
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'All my notes, newest first', response: { 200: z.array(note) } },
    },
    async (request, reply) => {
      await reachPosition(readModels, userNotes.name, request, reply)
      return notes.find({ where: { user_id: signedIn(request).userId }, sort: [['created_at', 'desc']] })
    },
  )
}
