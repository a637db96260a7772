import type { FirstPage } from '../../api/first-page.ts'

/** The server's HTML of the page about what Pathlight does. */
export const firstExplore: FirstPage = {
  path: '/about/explore-pathlight',
  module: 'src/features/landing/explore-page.tsx',
  words: ['landing', 'explore'],
  prepare: async () => ({ status: 'found' }),
}
