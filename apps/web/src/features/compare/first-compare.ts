import { ApiProblem } from '../../api/api-problem.ts'
import type { FirstPage } from '../../api/first-page.ts'
import { readReference } from './compare-path.ts'
import { comparedHereQuery } from './compare-query.ts'

/** A comparison from the server: the texts that are here. The others the browser asks for. */
export const firstCompare: FirstPage = {
  path: '/version-comparison',
  module: 'src/app/compare-route.tsx',
  words: ['compare', 'reference'],
  search: ['reference'],
  prepare: async ({ search, language, queries }) => {
    const reference = readReference(search)
    const own = language ?? (/\p{Script=Hangul}/u.test(reference) ? 'ko' : 'en')
    if (reference === '') return { status: 'found', language: own }
    try {
      await queries.fetchQuery(comparedHereQuery(reference))
      return { status: 'found', language: own }
    } catch (error) {
      // The page says what is wrong with it.
      if (error instanceof ApiProblem && error.status === 400) return { status: 'absent', language: own }
      throw error
    }
  },
}
