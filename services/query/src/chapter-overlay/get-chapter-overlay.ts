import { note, type Overlay, overlay, passageQuery } from '@pathlight/contracts/notes.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { passageOr404 } from '../passage.ts'
import { reachPosition } from '../read-position.ts'
import type { ChapterOverlay } from './projection.ts'
import { chapterOverlay, overlayId } from './projection.ts'

type Dependencies = { readonly readModels: ReadModelStore; readonly sessions: Sessions }

const overlayReader = (readModels: ReadModelStore) => {
  const overlays = readModels.collection<ChapterOverlay>(chapterOverlay.collection)
  return async (
    named: { book: string; chapter: number },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Overlay> => {
    const { book, chapter } = passageOr404(named)
    await reachPosition(readModels, chapterOverlay.name, request, reply)
    const id = overlayId(signedIn(request).userId, book.index, chapter)
    const doc = (await overlays.get([id])).get(id)?.doc
    return doc ?? { book: bookName(book, 'en'), chapter, notes: [] }
  }
}

/** Everything the person has on a chapter, from one document. */
export const getChapterOverlay = (app: App, url: string, { readModels, sessions }: Dependencies) => {
  const read = overlayReader(readModels)
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'All I have on a chapter', querystring: passageQuery, response: { 200: overlay } },
    },
    async (request, reply) => read(request.query, request, reply),
  )
}

/** The person's notes on a chapter, from the same document. */
export const getChapterNotes = (app: App, url: string, { readModels, sessions }: Dependencies) => {
  const read = overlayReader(readModels)
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'My notes on a chapter', querystring: passageQuery, response: { 200: z.array(note) } },
    },
    async (request, reply) => (await read(request.query, request, reply)).notes,
  )
}
