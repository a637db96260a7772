import { sermonOrVerseParams, sermonShapes, sermonsOnVerse, sermonsOnVerseQuery } from '@pathlight/contracts/sermons.ts'
import { sayRevision } from '@pathlight/http/conditional.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import { z } from 'zod'
import { chapterPart, readChapterPart, sayNextPart } from '../chapter-page.ts'
import { documentId, notFound } from '../item-calls.ts'
import type { KindDependencies } from '../kind.ts'
import { reachPosition } from '../read-position.ts'
import { LONGEST_SERMON, type SermonDocument, sermons } from './projection.ts'

/** Sorts by the first verse. Of two sermons with the same first verse, the older comes first. */
export const inOrder = (a: SermonDocument, b: SermonDocument): number =>
  a.start_verse_id - b.start_verse_id || a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id)

/**
 * Answers one of the person's sermons by its id (a UUID), or the sermons on a verse (a number), in the numbering of
 * their own versions.
 */
export const getSermons = (app: App, url: string, { readModels, sessions }: KindDependencies) => {
  const documents = readModels.collection(sermons)
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: {
        summary: 'One of my sermons, or those on a verse',
        params: sermonOrVerseParams,
        querystring: sermonsOnVerseQuery,
        response: { 200: z.union([sermonShapes.item, sermonsOnVerse]) },
      },
    },
    async (request, reply) => {
      await reachPosition(readModels, [sermons], request, reply)
      const { userId } = signedIn(request)
      const { id } = request.params
      if (typeof id === 'number') {
        const { part, next } = chapterPart(request.query.after)
        const around = {
          user_id: userId,
          book_index: Math.floor(id / 1_000_000),
          start_verse_id: { lte: id },
          end_verse_id: { gte: id },
        }
        const found = await readChapterPart(documents, around, part, LONGEST_SERMON)
        sayNextPart(request, reply, next())
        return { verseId: id, sermons: found.toSorted(inOrder) }
      }
      const sermon = await documents.get(documentId(userId, id))
      if (!sermon) throw notFound('sermon')
      sayRevision(reply, sermon.revision)
      return sermon
    },
  )
}
