import { ApiProblem } from '../../api/api-problem.ts'
import type { FirstPage } from '../../api/first-page.ts'
import { readableVersion, versionsQuery } from '../../bible/versions-query.ts'
import { opensPassage, pathOfReference } from './open-reference.ts'
import { readSearch, SEARCH_NAMES } from './search-asked.ts'
import { preferredIn, searchQuery } from './search-query.ts'

/** What a search finds, from the server. A reference leads on to its passage: in which version only the browser knows. */
export const firstSearch: FirstPage = {
  path: '/search',
  module: 'src/features/search/search-page.tsx',
  words: ['search', 'reference'],
  search: SEARCH_NAMES,
  prepare: async ({ search, language, queries }) => {
    const asked = readSearch(search)
    const own = language ?? (/\p{Script=Hangul}/u.test(asked.query) ? 'ko' : 'en')
    const versions = await queries.fetchQuery(versionsQuery)
    if (asked.query === '') return { status: 'found', language: own }
    try {
      const { pages } = await queries.fetchInfiniteQuery(searchQuery(asked, preferredIn(own)))
      const [found] = pages
      const version = readableVersion(versions, own)?.code
      const path = found && version && opensPassage(asked, found) ? pathOfReference(found, version) : null
      return path === null ? { status: 'found', language: own } : { status: 'unknown', withoutScript: path }
    } catch (error) {
      // Too long, or of a version that is not here: the page says so.
      if (error instanceof ApiProblem && (error.status === 400 || error.status === 404))
        return { status: 'absent', language: own }
      throw error
    }
  },
}
