import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import { type Chapter, chapterQuery, chapter as chapterShape } from '@pathlight/contracts/bible.ts'
import { isFresh } from '@pathlight/http/conditional.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { z } from 'zod'
import { chapterOr404 } from './chapter-or-404.ts'

const CHAPTER_URL = '/api/bible/chapter'

/**
 * The cache-control of a chapter. Browsers may store a licensed text (`fingerprint` null) for five minutes, and shared
 * caches may not store it. Browsers store any other text and revalidate it at each use.
 */
const cacheControl = (fingerprint: string | null): string =>
  fingerprint === null ? 'private, max-age=300' : 'public, no-cache'

/** Answers a chapter of a version, with an ETag if the text is in the library. */
export const getChapter = (app: App, { chapters }: Pick<Bible, 'chapters'>) =>
  app.get(
    CHAPTER_URL,
    {
      schema: {
        summary: 'A chapter of a version',
        querystring: chapterQuery,
        response: { 200: chapterShape, 304: z.undefined() },
      },
    },
    async (request, reply) => {
      const { chapter, fingerprint } = await chapterOr404(chapters, request.query)
      reply.header('cache-control', cacheControl(fingerprint))
      if (fingerprint === null) return chapter
      const tag = `"${fingerprint}-${chapter.book.replaceAll(' ', '')}-${chapter.chapter}"`
      reply.header('etag', tag)
      return isFresh(request, tag) ? reply.code(304).send(undefined) : chapter
    },
  )

/**
 * Answers the call at `path` without HTTP, for the page service in this process. Null unless `path` is a chapter of a
 * text in the library.
 */
export const chapterWithin =
  ({ chapters }: Pick<Bible, 'chapters'>) =>
  async (path: string): Promise<{ readonly value: Chapter; readonly cacheControl: string } | null> => {
    if (!path.startsWith(`${CHAPTER_URL}?`)) return null
    const query = chapterQuery.safeParse(Object.fromEntries(new URLSearchParams(path.slice(CHAPTER_URL.length + 1))))
    // A remote text goes through HTTP. If its provider failed here, the call over HTTP would ask the provider again.
    if (!query.success || chapters.sourceOf(query.data.version) !== 'library') return null
    try {
      const { chapter, fingerprint } = await chapterOr404(chapters, query.data)
      return { value: chapter, cacheControl: cacheControl(fingerprint) }
    } catch (error) {
      if (error instanceof HttpProblem) return null
      throw error
    }
  }
