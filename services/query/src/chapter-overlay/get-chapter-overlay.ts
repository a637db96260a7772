import { type Note, note, overlay, overlayQuery, passageQuery } from '@pathlight/contracts/notes.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import type { Passage } from '@pathlight/scripture/chapters.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { passageOr404 } from '../passage.ts'
import { reachPosition } from '../read-position.ts'
import { chaptersToRead, type Numbering, placeNotes } from './place-notes.ts'
import type { ChapterOverlay } from './projection.ts'
import { chapterOverlay, overlayId } from './projection.ts'

type Dependencies = { readonly readModels: ReadModelStore; readonly sessions: Sessions }

const chapterKey = ({ book, chapter }: Passage) => book.index * 1000 + chapter

const overlayReader = (readModels: ReadModelStore) => {
  const overlays = readModels.collection<ChapterOverlay>(chapterOverlay.collection)
  /** The documents of these chapters (book index * 1000 + chapter), in one read; what is not there has no notes. */
  return async (chapters: readonly number[], request: FastifyRequest, reply: FastifyReply): Promise<Note[]> => {
    await reachPosition(readModels, chapterOverlay.name, request, reply)
    const { userId } = signedIn(request)
    const ids = chapters.map((chapter) => overlayId(userId, Math.floor(chapter / 1000), chapter % 1000))
    const found = await overlays.get(ids)
    return ids.flatMap((id) => found.get(id)?.doc?.notes ?? [])
  }
}

/** Everything the person has on a chapter, from one document. */
export const getChapterOverlay = (
  app: App,
  url: string,
  { readModels, sessions, numbering }: Dependencies & { readonly numbering: Numbering },
) => {
  const read = overlayReader(readModels)
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'All I have on a chapter', querystring: overlayQuery, response: { 200: overlay } },
    },
    async (request, reply) => {
      const passage = passageOr404(request.query)
      const { version } = request.query
      const named = { book: bookName(passage.book, 'en'), chapter: passage.chapter }
      if (version === undefined) return { ...named, notes: await read([chapterKey(passage)], request, reply) }
      const notes = await read(chaptersToRead(numbering, version, passage), request, reply)
      return { ...named, notes: placeNotes(numbering, version, passage, notes) }
    },
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
    async (request, reply) => read([chapterKey(passageOr404(request.query))], request, reply),
  )
}
