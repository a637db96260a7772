import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import { type Chapter, chapterQuery, chapter as chapterShape } from '@pathlight/contracts/bible.ts'
import { isFresh } from '@pathlight/http/conditional.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { z } from 'zod'
import { chapterOr404 } from './asked-passage.ts'

/** Where the chapters are. */
const CHAPTER_URL = '/api/bible/chapter'

/**
 * Browsers keep a licensed text no longer than we do, and no cache on the way keeps it. Any other text changes when it
 * is imported anew.
 */
const cacheControl = (fingerprint: string | null): string =>
  fingerprint === null ? 'private, max-age=300' : 'public, no-cache'

/**
 * A chapter of a version. A text that is here does not change until another is imported in its place, so browsers keep
 * it and ask whether it is still the same.
 */
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
 * What the call at `path` answers, without the way through HTTP: for callers in this process that ask often. Null where
 * it is not the chapter of a text that is here.
 */
export const chapterWithin =
  ({ chapters }: Pick<Bible, 'chapters'>) =>
  async (path: string): Promise<{ readonly value: Chapter; readonly cacheControl: string } | null> => {
    if (!path.startsWith(`${CHAPTER_URL}?`)) return null
    const asked = chapterQuery.safeParse(Object.fromEntries(new URLSearchParams(path.slice(CHAPTER_URL.length + 1))))
    // Another service is asked once, and its failure answered.
    if (!asked.success || chapters.sourceOf(asked.data.version) !== 'library') return null
    try {
      const { chapter, fingerprint } = await chapterOr404(chapters, asked.data)
      return { value: chapter, cacheControl: cacheControl(fingerprint) }
    } catch (error) {
      if (error instanceof HttpProblem) return null
      throw error
    }
  }
