import { chapterQuery, chapter as chapterShape } from '@pathlight/contracts/bible.ts'
import type { App } from '@pathlight/http/server.ts'
import { z } from 'zod'
import { chapterOr404 } from './asked-passage.ts'
import type { Bible } from './open-bible.ts'

/**
 * A chapter of a version. A text that is here does not change until another is imported in its place, so browsers keep
 * it and ask whether it is still the same.
 */
export const getChapter = (app: App, url: string, { chapters }: Pick<Bible, 'chapters'>) =>
  app.get(
    url,
    {
      schema: {
        summary: 'A chapter of a version',
        querystring: chapterQuery,
        response: { 200: chapterShape, 304: z.undefined() },
      },
    },
    async (request, reply) => {
      const { chapter, fingerprint } = await chapterOr404(chapters, request.query)
      if (fingerprint === null) {
        // A licensed text: browsers keep it no longer than we do, and nobody between us.
        reply.header('cache-control', 'private, max-age=300')
        return chapter
      }
      const tag = `"${fingerprint}-${chapter.book.replaceAll(' ', '')}-${chapter.chapter}"`
      reply.header('etag', tag).header('cache-control', 'public, no-cache')
      const known = request.headers['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
      if (known === true) return reply.code(304).send(undefined)
      return chapter
    },
  )
