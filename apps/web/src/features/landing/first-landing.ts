import type { FirstPage } from '../../api/first-page.ts'
import { dailyVerseQuery } from './daily-verse-query.ts'

/** The landing page from the server, with today's verse if it can be had. */
export const firstLanding: FirstPage = {
  path: '/',
  module: 'src/features/landing/landing-page.tsx',
  words: ['landing'],
  prepare: async ({ language, queries }) => {
    await queries.prefetchQuery(dailyVerseQuery(language ?? 'en'))
    return { status: 'found' }
  },
}
