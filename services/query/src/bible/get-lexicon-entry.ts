import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import { lexiconEntry, lexiconParams } from '@pathlight/contracts/words.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'

/** Answers a word of the original by its Strong's number, with leading zeros or without. Throws 404 where there is no such word. */
export const getLexiconEntry = (app: App, url: string, { words }: Pick<Bible, 'words'>) =>
  app.get(
    url,
    {
      schema: {
        summary: 'A Hebrew or Greek word, by its Strong’s number',
        params: lexiconParams,
        response: { 200: lexiconEntry },
      },
    },
    async (request, reply) => {
      const entry = await words.lexiconEntry(request.params.strongs)
      if (entry === null)
        throw new HttpProblem(404, 'unknown_number', `There is no word with the number “${request.params.strongs}”.`)
      // The count depends on the installed texts.
      reply.header('cache-control', 'public, max-age=300')
      return entry
    },
  )
