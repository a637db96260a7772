import type { FirstPage } from '../../api/first-page.ts'

/** How the server renders the page that says what Pathlight does. */
export const firstExplore: FirstPage = {
  path: '/about/explore-pathlight',
  module: 'src/features/landing/explore-page.tsx',
  words: ['landing', 'explore'],
  prepare: async () => ({ status: 'found' }),
}
