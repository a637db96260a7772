import { ApiProblem } from '../../api/api-problem.ts'
import type { FirstPage } from '../../api/first-page.ts'
import { readReference } from './compare-path.ts'
import { comparedHereQuery } from './compare-query.ts'

/** How the server renders a comparison, with the installed texts. The browser fetches the other translations. */
export const firstCompare: FirstPage = {
  path: '/version-comparison',
  module: 'src/app/compare-route.tsx',
  words: ['compare', 'reference'],
  search: ['reference'],
  prepare: async ({ search, language, queries }) => {
    const reference = readReference(search)
    const pageLanguage = language ?? (/\p{Script=Hangul}/u.test(reference) ? 'ko' : 'en')
    if (reference === '') return { status: 'found', language: pageLanguage }
    try {
      await queries.fetchQuery(comparedHereQuery(reference))
      return { status: 'found', language: pageLanguage }
    } catch (error) {
      // The page explains what is wrong with the reference.
      if (error instanceof ApiProblem && error.status === 400) return { status: 'absent', language: pageLanguage }
      throw error
    }
  },
}
