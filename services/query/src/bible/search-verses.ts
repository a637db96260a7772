import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import { searchQuery, searchResults } from '@pathlight/contracts/bible-search.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { queryOr400 } from './query-or-400.ts'

/** The most results. The specification's call answers a list without pages. */
const RESULTS_MAX = 100

/**
 * The specification's search. Answers the verses that have the query's words, or the verses of the query's reference,
 * in all versions, best first.
 */
export const searchVerses = (app: App, url: string, { find }: Pick<Bible, 'find'>) =>
  app.get(
    url,
    {
      schema: { summary: 'Search all versions', querystring: searchQuery, response: { 200: searchResults } },
    },
    async (request) => {
      const all = { limit: RESULTS_MAX, textsEach: RESULTS_MAX, textsMax: RESULTS_MAX }
      const { hits, malformed } = await find({ query: queryOr400(request.query.query), ...all })
      if (malformed !== null)
        throw new HttpProblem(400, 'malformed_query', malformed.message, { params: malformed.params })
      return hits.flatMap(({ book, texts }) =>
        texts.map(({ verse_id: id, chapter, verse, version, text }) => ({ id, book, chapter, verse, version, text })),
      )
    },
  )
