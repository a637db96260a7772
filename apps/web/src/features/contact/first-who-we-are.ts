import type { FirstPage } from '../../api/first-page.ts'
import { aboutQuery } from '../../session/about-query.ts'

/** How the server renders the page about this installation, with the operator's words if there are any. */
export const firstWhoWeAre: FirstPage = {
  path: '/about/who-we-are',
  module: 'src/features/contact/who-we-are-page.tsx',
  words: ['contact'],
  prepare: async ({ language, queries }) => {
    await queries.prefetchQuery(aboutQuery(language ?? 'en'))
    return { status: 'found' }
  },
}
