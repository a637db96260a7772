import type { FirstPage } from '../../api/first-page.ts'
import { aboutQuery } from '../../session/about-query.ts'

/** Renders the page about this installation on the server, with the operator's words if there are any. */
export const firstWhoWeAre: FirstPage = {
  path: '/about/who-we-are',
  module: 'src/features/contact/who-we-are-page.tsx',
  words: ['contact'],
  prepare: async ({ language, queries }) => {
    await queries.prefetchQuery(aboutQuery(language ?? 'en'))
    return { status: 'found' }
  },
}
