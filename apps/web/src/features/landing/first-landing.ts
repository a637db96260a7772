import type { FirstPage } from '../../api/first-page.ts'
import { dailyVerseQuery } from './daily-verse-query.ts'
import { firstTextsQuery } from './first-texts-query.ts'
import { dayBeside } from './use-today.ts'

/**
 * How the server renders the landing page. It has the daily verses of today (UTC), yesterday and tomorrow, because one
 * of these days is the reader's own today. It also has the texts that a newcomer can choose from.
 */
export const firstLanding: FirstPage = {
  path: '/',
  module: 'src/app/landing-route.tsx',
  words: ['landing'],
  prepare: async ({ language, queries }) => {
    const of = language ?? 'en'
    await queries.prefetchQuery(dailyVerseQuery(of))
    const served = queries.getQueryData(dailyVerseQuery(of).queryKey)
    const beside = served ? [-1, 1].map((days) => dayBeside(served.date, days)) : []
    await Promise.all([
      ...beside.map((date) => queries.prefetchQuery(dailyVerseQuery(of, { date }))),
      queries.prefetchQuery(firstTextsQuery),
    ])
    return { status: 'found' }
  },
}
