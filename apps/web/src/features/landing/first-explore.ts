import type { FirstPage } from '../../api/first-page.ts'

/** Renders the page about what Pathlight does on the server. */
export const firstExplore: FirstPage = {
  path: '/about/explore-pathlight',
  module: 'src/features/landing/explore-page.tsx',
  words: ['landing', 'explore'],
  prepare: async () => ({ status: 'found' }),
}
