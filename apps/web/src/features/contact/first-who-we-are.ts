import type { FirstPage } from '../../api/first-page.ts'
import { aboutQuery } from './about-query.ts'

/** The page about this Pathlight from the server, in the deployer's words where there are some. */
export const firstWhoWeAre: FirstPage = {
  path: '/about/who-we-are',
  module: 'src/features/contact/who-we-are-page.tsx',
  words: ['contact'],
  prepare: async ({ language, queries }) => {
    await queries.prefetchQuery(aboutQuery(language ?? 'en'))
    return { status: 'found' }
  },
}
