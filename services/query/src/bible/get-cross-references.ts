import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import { crossReferencesQuery, crossReferences as crossReferencesShape } from '@pathlight/contracts/bible-references.ts'
import type { App } from '@pathlight/http/server.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import { passageOr404 } from '../passage.ts'

/** Answers the cross-references of a verse, best first, with their texts in the version. */
export const getCrossReferences = (app: App, url: string, { crossReferences }: Pick<Bible, 'crossReferences'>) =>
  app.get(
    url,
    {
      schema: {
        summary: 'Cross-references of a verse',
        querystring: crossReferencesQuery,
        response: { 200: crossReferencesShape },
      },
    },
    async (request, reply) => {
      const { version, verse, limit } = request.query
      const { book, chapter } = passageOr404(request.query)
      const answer = crossReferences(verseId(book.index, chapter, verse), version ?? null, limit)
      // The answer is cached for five minutes only, because the operator may add the list or replace a version at any
      // time.
      reply.header('cache-control', answer.available ? 'public, max-age=300' : 'no-store')
      return answer
    },
  )
