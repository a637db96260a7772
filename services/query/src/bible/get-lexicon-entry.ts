import { createHash } from 'node:crypto'
import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import { lexiconEntry, lexiconParams, lexiconQuery } from '@pathlight/contracts/words.ts'
import { isFresh } from '@pathlight/http/conditional.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { z } from 'zod'

/**
 * Answers a word of the original by its Strong's number, with leading zeros or without. Throws 404 where there is no
 * such word.
 */
export const getLexiconEntry = (app: App, url: string, { words }: Pick<Bible, 'words'>) =>
  app.get(
    url,
    {
      schema: {
        summary: 'A Hebrew or Greek word, by its Strong’s number',
        params: lexiconParams,
        querystring: lexiconQuery,
        response: { 200: lexiconEntry, 304: z.undefined() },
      },
    },
    async (request, reply) => {
      const { strongs } = request.params
      const entry = words.lexiconEntry(strongs, request.query.version)
      if (entry === null) throw new HttpProblem(404, 'unknown_number', `There is no word with the number “${strongs}”.`)
      // The tag is a digest of the answer, because the entry changes with the lexicon, and its `occurrences` with the
      // text.
      const tag = `"${createHash('sha256').update(JSON.stringify(entry)).digest('base64url').slice(0, 22)}"`
      reply.header('etag', tag).header('cache-control', 'public, no-cache')
      return isFresh(request, tag) ? reply.code(304).send(undefined) : entry
    },
  )
