import { findable, namesOfVerses } from '@pathlight/contracts/find-rules.ts'
import { plainTextOf, type RichText } from '@pathlight/contracts/rich-text-rules.ts'
import { quotedReferences } from '@pathlight/contracts/sermon-rules.ts'
import { sermonListQuery, sermonOutline, sermonShapes } from '@pathlight/contracts/sermons.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import { z } from 'zod'
import { documentId } from '../item-calls.ts'
import type { KindDependencies } from '../kind.ts'
import { answerPage, onlyTagged, readPage } from '../list-page.ts'
import { reachPosition } from '../read-position.ts'
import { LONGEST_OUTLINE, LONGEST_SERMON, type SermonDocument, sermonOutlines, sermons } from './projection.ts'

/**
 * The text in which a search looks for a sermon. It has the quoted passages, the verses in both languages and the tags,
 * too.
 */
export const findableSermon = (sermon: SermonDocument): string => {
  const { title, speaker, content, version, start_verse_id, end_verse_id, tags = [] } = sermon
  const names = namesOfVerses(start_verse_id, end_verse_id)
  const words = [plainTextOf(content as RichText), ...quotedReferences(content as RichText)]
  return findable([title, speaker, ...words, version, ...names, ...tags])
}

/**
 * Answers all sermons of the person, newest first, page by page. A search answers the sermons that have all its words.
 * With `content=none` the answer has outlines.
 */
export const listSermons = (app: App, url: string, { readModels, sessions }: KindDependencies) => {
  const documents = readModels.collection(sermons)
  const outlines = readModels.collection(sermonOutlines)
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: {
        summary: 'All my sermons, newest first; the Link header names the next page',
        querystring: sermonListQuery,
        response: { 200: z.array(z.union([sermonShapes.item, sermonOutline])) },
      },
    },
    async (request, reply) => {
      await reachPosition(readModels, [sermons, sermonOutlines], request, reply)
      const { userId } = signedIn(request)
      const { content, ...asked } = request.query
      const isShort = content === 'none'
      const only = onlyTagged(asked)
      if (isShort && !asked.query?.trim()) {
        const page = await readPage(outlines, userId, asked, () => '', { longest: LONGEST_OUTLINE, only })
        return answerPage(reply, { path: url, query: request.query, page })
      }
      const page = await readPage(documents, userId, asked, findableSermon, { longest: LONGEST_SERMON, only })
      const items = answerPage(reply, { path: url, query: request.query, page })
      if (!isShort) return items
      // A search reads the content, but the answer has outlines like the list.
      const short = await Promise.all(items.map(({ id }) => outlines.get(documentId(userId, id))))
      return short.filter((outline) => outline !== null)
    },
  )
}
