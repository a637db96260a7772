import { ApiProblem } from '../../api/api-problem.ts'
import type { FirstPage } from '../../api/first-page.ts'
import { readableVersion, versionsQuery } from '../../bible/versions-query.ts'
import { opensPassage, pathOfReference } from './open-reference.ts'
import { readSearch, SEARCH_NAMES } from './search-asked.ts'
import { preferredIn, searchQuery } from './search-query.ts'

/**
 * How the server renders search results. If the query is a reference, the browser opens its passage, because only the
 * browser knows in which version.
 */
export const firstSearch: FirstPage = {
  path: '/search',
  module: 'src/features/search/search-page.tsx',
  words: ['search', 'reference'],
  search: SEARCH_NAMES,
  prepare: async ({ search, language, queries }) => {
    const searchAsked = readSearch(search)
    const pageLanguage = language ?? (/\p{Script=Hangul}/u.test(searchAsked.query) ? 'ko' : 'en')
    const versions = await queries.fetchQuery(versionsQuery)
    if (searchAsked.query === '') return { status: 'found', language: pageLanguage }
    try {
      const { pages } = await queries.fetchInfiniteQuery(searchQuery(searchAsked, preferredIn(pageLanguage)))
      const [firstPage] = pages
      const version = readableVersion(versions, pageLanguage)?.code
      const path =
        firstPage && version && opensPassage(searchAsked, firstPage)
          ? pathOfReference(firstPage, version, versions.versions)
          : null
      return path === null ? { status: 'found', language: pageLanguage } : { status: 'unknown', withoutScript: path }
    } catch (error) {
      // The query is too long, or the version is not installed. The page says so.
      if (error instanceof ApiProblem && (error.status === 400 || error.status === 404))
        return { status: 'absent', language: pageLanguage }
      throw error
    }
  },
}
